package io.github.ostiary.setup;

import io.github.ostiary.Key;
import io.github.ostiary.config.Declared;
import io.github.ostiary.edge.RuleInForce;
import io.github.ostiary.edge.SettingInForce;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.text.IpAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rules of a guard as they were written, beside those that are asked: for people. Thread-safe. */
final class RulesInForce {

    private final Declared declared;
    private final List<RuleInForce> ofBeans = new CopyOnWriteArrayList<>();
    private final ConcurrentMap<String, KeyExpression> keysOfBeans = new ConcurrentHashMap<>();

    RulesInForce(Declared declared) {
        this.declared = declared;
    }

    /** Adds what a bean states in place, unless there is a rule of that name. */
    void add(Declared bean) {
        bean.rules().stream()
                .filter(rule -> all().stream().noneMatch(known -> known.full().equals(rule.full())))
                .forEach(ofBeans::add);
        bean.keys().forEach(keysOfBeans::putIfAbsent);
    }

    List<RuleInForce> all() {
        return Stream.concat(declared.rules().stream(), ofBeans.stream()).toList();
    }

    List<SettingInForce> settings() {
        return declared.settings();
    }

    List<Key> keysOf(String rule, String name, String address) {
        Optional<IpAddress> from = address.isEmpty() ? Optional.empty() : IpAddress.parse(address);
        if (from.isEmpty() && !address.isEmpty()) {
            throw new IllegalArgumentException("'" + address + "' is no address; write 192.0.2.1 or 2001:db8::1");
        }
        Map<String, KeyExpression> keys = declared.keys();
        @Nullable KeyExpression key = keys.getOrDefault(rule, keysOfBeans.get(rule));
        if (key == null) {
            return List.of();
        }
        Set<Key> found = new LinkedHashSet<>(key.known(Optional.of(name).filter(text -> !text.isBlank()), from));
        if (!rule.startsWith("lockout.")) { // whoever has no other identity is counted by the address there
            from.ifPresent(there -> found.add(key.adopt(Key.ip(there.toString()))));
        }
        return List.copyOf(found);
    }
}
