package io.github.ostiary.console;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lockouts.LockedKey;
import io.github.ostiary.Lockouts.Page;
import io.github.ostiary.edge.Desk;
import io.github.ostiary.edge.RuleInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The keys that are not open, of all lockouts. */
final class Locked {

    /** As many keys of one rule are looked through at most, so that a search ends. */
    static final int LOOKED_THROUGH = 20_000;

    private static final int PART = 1_000;

    private final Guard guard;
    private final Desk desk;

    Locked(Guard guard, Desk desk) {
        this.guard = guard;
        this.desk = desk;
    }

    /**
     * A key of a rule.
     *
     * @param rule the rule's name
     * @param locked how it stands
     */
    record Entry(String rule, LockedKey locked) {}

    /**
     * Those that were found.
     *
     * @param entries not more than were asked for
     * @param whole whether all keys were looked through
     */
    record Found(List<Entry> entries, boolean whole) {}

    /** The lockouts, in the order they were declared. */
    List<RuleInForce> rules() {
        return desk.rules().stream()
                .filter(rule -> rule.kind().equals("lockout"))
                .toList();
    }

    /** A lockout's name, as somebody wrote it; the first, if nothing is written. */
    String rule(String written) {
        return rules().stream()
                .map(RuleInForce::name)
                .filter(name -> written.isEmpty() || written.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no lockout '" + written + "'"));
    }

    /** A part of a rule's list; parts without lines are passed over, though not without end. */
    Page page(String rule, @Nullable String cursor, int most) {
        Page page = guard.lockouts(rule).list(cursor, most);
        for (int i = 0; i < 50 && page.keys().isEmpty() && page.next().isPresent(); i++) {
            page = guard.lockouts(rule).list(page.next().get(), most);
        }
        return page;
    }

    /**
     * Looks through lists.
     *
     * @param rules whose
     * @param most so many are enough
     */
    Found find(List<String> rules, Predicate<LockedKey> wanted, int most) {
        List<Entry> entries = new ArrayList<>();
        boolean whole = true;
        for (String rule : rules) {
            whole &= find(rule, wanted, most, entries);
        }
        return new Found(entries, whole);
    }

    private boolean find(String rule, Predicate<LockedKey> wanted, int most, List<Entry> entries) {
        String cursor = null;
        for (int seen = 0; seen < LOOKED_THROUGH; ) {
            Page page = guard.lockouts(rule).list(cursor, PART);
            for (LockedKey key : page.keys()) {
                if (wanted.test(key)) {
                    if (entries.size() >= most) {
                        return false;
                    }
                    entries.add(new Entry(rule, key));
                }
            }
            if (page.next().isEmpty()) {
                return true;
            }
            cursor = page.next().get();
            seen += Math.max(PART / 10, page.keys().size());
        }
        return false;
    }

    /**
     * Those in a network.
     *
     * @param network an address, or {@code 192.0.2.0/24}; all for an empty text
     * @throws IllegalArgumentException if it is no network
     */
    static Predicate<LockedKey> in(String network) {
        if (network.isEmpty()) {
            return key -> true;
        }
        Network wanted = Network.of(network);
        return key -> key.key().map(Key::parts).orElse(List.of()).stream().anyMatch(wanted::holds);
    }
}
