package io.github.ostiary.console;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.NotedDenial;
import io.github.ostiary.Standing;
import io.github.ostiary.edge.Desk;
import io.github.ostiary.edge.RuleInForce;
import io.github.ostiary.text.CanonicalText;
import io.github.ostiary.text.IpAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Finds callers, and tells how each rule stands with them. Spends nothing. */
final class Callbook {

    /** More rules than that are not asked one by one: each asks the store. */
    private static final int MOST_RULES = 200;

    private static final int MOST_LOCKS = 100;
    private static final int LONGEST_REFERENCE = 20;

    private final Guard guard;
    private final Desk desk;
    private final Locked locked;

    Callbook(Guard guard, Desk desk) {
        this.guard = guard;
        this.desk = desk;
        this.locked = new Locked(guard, desk);
    }

    /**
     * A rule and somebody it counts.
     *
     * @param rule the rule
     * @param key by which it counts
     * @param standing how it stands with them
     */
    record CallerLine(RuleInForce rule, Key key, Standing standing) {

        /** Whether one more call would be let in, as far as this rule goes. */
        boolean admits() {
            return standing.outlook().admits();
        }

        Optional<LockState> lock() {
            return standing.lock().map(Standing.LockStanding::state);
        }
    }

    /**
     * Those that were found.
     *
     * @param lines rule by rule
     * @param whole whether all locks were looked through
     */
    record CallerAnswer(List<CallerLine> lines, boolean whole) {}

    /**
     * Somebody by a name, an address, or both.
     *
     * @throws IllegalArgumentException if the address is none
     */
    CallerAnswer find(String name, String address) {
        List<CallerLine> lines = new ArrayList<>();
        List<RuleInForce> rules = desk.rules();
        for (RuleInForce rule : rules.subList(0, Math.min(MOST_RULES, rules.size()))) {
            Set<Key> keys = new LinkedHashSet<>(desk.keysOf(rule.full(), name, address));
            keys.forEach(key -> line(rule, key).ifPresent(lines::add));
        }
        Locked.Found found = locked.find(
                locked.rules().stream().map(RuleInForce::name).toList(),
                key -> key.key().filter(known -> names(known, name, address)).isPresent(),
                MOST_LOCKS);
        for (Locked.Entry entry : found.entries()) {
            Key key = entry.locked().key().orElseThrow();
            boolean known = lines.stream()
                    .anyMatch(line -> line.rule().full().equals("lockout." + entry.rule())
                            && line.key().equals(key));
            if (!known) {
                line(rule("lockout." + entry.rule()), key).ifPresent(line -> lines.add(0, line));
            }
        }
        return new CallerAnswer(lines, found.whole());
    }

    /** A denial by the reference that its caller was given; empty if it is none, or no longer kept. */
    Optional<NotedDenial> noted(String reference) {
        if (reference.length() > LONGEST_REFERENCE) {
            return Optional.empty();
        }
        try {
            return guard.explained(reference);
        } catch (
                IllegalStateException
                        e) { // a name of eight letters looks like one: who asks for it is told of the name
            return Optional.empty();
        }
    }

    /** Whoever was denied, and how they stand now. */
    CallerAnswer find(NotedDenial denial) {
        List<CallerLine> lines = new ArrayList<>();
        for (Standing standing : denial.standings()) {
            String full = standing.kind().name().toLowerCase(Locale.ROOT) + "." + standing.rule();
            desk.rules().stream()
                    .filter(rule -> rule.full().equals(full))
                    .findFirst()
                    .flatMap(rule -> key(standing).flatMap(key -> line(rule, key)))
                    .ifPresent(lines::add);
        }
        return new CallerAnswer(lines, true);
    }

    /** Of somebody who is locked, the list of locks may know the key where the note knows its digest only. */
    private Optional<Key> key(Standing standing) {
        String identity = standing.identity().name();
        Optional<Key> told = standing.identity().key().or(() -> Key.ofCanonical(identity));
        if (told.isPresent() || !standing.kind().name().equals("LOCKOUT")) {
            return told;
        }
        return locked.find(List.of(standing.rule()), each -> each.identity().equals(identity), 1).entries().stream()
                .findFirst()
                .flatMap(found -> found.locked().key());
    }

    /** Somebody by a key, as a list showed it. */
    CallerAnswer find(Key key) {
        List<CallerLine> lines = new ArrayList<>();
        for (RuleInForce rule : desk.rules()) {
            if (desk.keysOf(rule.full(), name(key), address(key)).contains(key)) {
                line(rule, key).ifPresent(lines::add);
            }
        }
        return new CallerAnswer(lines, true);
    }

    private static String name(Key key) {
        return key.parts().stream()
                .filter(part -> !part.kind().equals(Key.IP) && !part.isDigested())
                .map(Key.Part::value)
                .findFirst()
                .orElse("");
    }

    private static String address(Key key) {
        return key.parts().stream()
                .filter(part -> part.kind().equals(Key.IP))
                .map(part -> part.value().replaceFirst("/.*", ""))
                .filter(value -> IpAddress.parse(value).isPresent())
                .findFirst()
                .orElse("");
    }

    private RuleInForce rule(String full) {
        return desk.rules().stream()
                .filter(rule -> rule.full().equals(full))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no rule '" + full + "'"));
    }

    /** How a rule stands with somebody; empty for rules that count nobody. */
    private Optional<CallerLine> line(RuleInForce rule, Key key) {
        if (rule.kind().equals("allow") || rule.kind().equals("block")) {
            return Optional.empty();
        }
        return guard.explain(rule.name(), key).stream()
                .filter(standing -> standing.kind().name().equalsIgnoreCase(rule.kind()))
                .map(standing -> new CallerLine(rule, key, standing))
                .findFirst();
    }

    /** Whether a key has a part that is this name, or an address in the same network. */
    private static boolean names(Key key, String name, String address) {
        String folded = CanonicalText.of(name).map(CanonicalText::fold).orElse("");
        boolean named = folded.isEmpty()
                || key.parts().stream()
                        .anyMatch(part -> !part.kind().equals(Key.IP)
                                && CanonicalText.fold(part.value()).equals(folded));
        boolean there = address.isEmpty()
                || IpAddress.parse(address)
                        .filter(from -> key.parts().stream().anyMatch(part -> Network.isIn(from, part)))
                        .isPresent();
        return named && there && !(folded.isEmpty() && address.isEmpty());
    }
}
