package io.github.ostiary.setup;

import io.github.ostiary.Key;
import io.github.ostiary.config.Declared;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.text.IpAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a guard as they were written, beside those that are asked: for people. Thread-safe.
 *
 * @hidden
 */
public final class WrittenRules {

    private volatile Declared declared;
    private volatile List<Declared> ofBeans = List.of();

    /** The rules that a configuration states. */
    public WrittenRules(Declared declared) {
        this.declared = declared;
    }

    /** Puts others in their place. */
    void replace(Declared next, List<Declared> beans) {
        declared = next;
        ofBeans = List.copyOf(beans);
    }

    /** Adds what a bean states in place; called by one thread at a time. */
    void add(Declared bean) {
        ofBeans = Stream.concat(ofBeans.stream(), Stream.of(bean)).toList();
    }

    /** A bean's rule stands behind one of the same name, which takes its place. */
    public List<RuleInForce> all() {
        List<RuleInForce> all = new ArrayList<>(declared.rules());
        for (Declared bean : ofBeans) {
            bean.rules().stream()
                    .filter(rule -> all.stream().noneMatch(known -> known.full().equals(rule.full())))
                    .forEach(all::add);
        }
        return all;
    }

    public List<SettingInForce> settings() {
        return declared.settings();
    }

    private @Nullable KeyExpression key(String rule) {
        KeyExpression own = declared.keys().get(rule);
        for (Declared bean : ofBeans) {
            own = own == null ? bean.keys().get(rule) : own;
        }
        return own;
    }

    /** The address that was written, or none; throws if it is something else. */
    public static Optional<IpAddress> address(String written) {
        Optional<IpAddress> address = written.isEmpty() ? Optional.empty() : IpAddress.parse(written);
        if (address.isEmpty() && !written.isEmpty()) {
            throw new IllegalArgumentException("'" + written + "' is no address; write 192.0.2.1 or 2001:db8::1");
        }
        return address;
    }

    public List<Key> keysOf(String rule, String name, String address) {
        Optional<IpAddress> from = address(address);
        KeyExpression key = key(rule);
        if (key == null) {
            return List.of();
        }
        Set<Key> found = new LinkedHashSet<>(key.known(Optional.of(name).filter(text -> !text.isBlank()), from));
        if (!rule.startsWith("lockout.")) { // a caller without another identity is counted by the address there
            from.ifPresent(there -> found.add(key.adopt(Key.ip(there.toString()))));
        }
        return List.copyOf(found);
    }
}
