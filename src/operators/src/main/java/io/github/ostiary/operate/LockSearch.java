package io.github.ostiary.operate;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lockouts.LockedKey;
import io.github.ostiary.Lockouts.Page;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.text.CanonicalText;
import io.github.ostiary.text.IpAddress;
import io.github.ostiary.text.IpNetwork;
import io.github.ostiary.text.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The keys that are not open, of all lockouts. Thread-safe; each call asks the store. */
public final class LockSearch {

    private static final int PART = 1_000;

    /** A part of a long list may be empty: so much of it counts as looked through, so that a search ends. */
    private static final int LEAST = PART / 10;

    private final Guard guard;
    private final OperatorApi api;
    private final int lookedThrough;

    /**
     * Works on a guard.
     *
     * @param guard made by {@code Guard.builder()} or by the filter
     * @param lookedThrough as many keys of one rule are looked through at most
     */
    public LockSearch(Guard guard, int lookedThrough) {
        this.guard = guard;
        this.api = OperatorApi.of(guard);
        this.lookedThrough = lookedThrough;
    }

    /**
     * A key of a rule.
     *
     * @param rule the rule's name
     * @param locked how it stands
     */
    public record FoundLock(String rule, LockedKey locked) {}

    /**
     * The locks that were found.
     *
     * @param entries not more than were asked for, none twice
     * @param whole whether all keys were looked through
     */
    public record Found(List<FoundLock> entries, boolean whole) {

        /** Copies the list. */
        public Found {
            entries = List.copyOf(entries);
        }
    }

    /**
     * The lockouts.
     *
     * @return in the order they were declared
     */
    public List<RuleInForce> rules() {
        return api.rules().stream()
                .filter(rule -> rule.kind().equals("lockout"))
                .toList();
    }

    /**
     * A lockout's name, as an operator wrote it.
     *
     * @param written a name, or empty for the first
     * @return the name of a lockout that there is
     * @throws IllegalArgumentException if there is none
     */
    public String rule(String written) {
        List<RuleInForce> lockouts = rules();
        return written.isEmpty() && !lockouts.isEmpty() ? lockouts.get(0).name() : rule("lockout", written);
    }

    /**
     * A rule's name, as an operator wrote it.
     *
     * @param kind such as {@code limit}
     * @param written a name
     * @return the same
     * @throws IllegalArgumentException if there is no rule of that kind and name; it says which there is
     */
    public String rule(String kind, String written) {
        List<String> names = api.rules().stream()
                .filter(rule -> rule.kind().equals(kind))
                .map(RuleInForce::name)
                .toList();
        if (!names.contains(written)) {
            throw new IllegalArgumentException(
                    "there is no " + kind + " '" + written + "'" + Nearest.hint(written, names, ""));
        }
        return written;
    }

    /**
     * A part of a rule's list; parts without lines are passed over, though not without end.
     *
     * @param rule a lockout's name
     * @param cursor where the part before ended; null for the first
     * @param most how many, about
     * @return the part
     */
    public Page page(String rule, @Nullable String cursor, int most) {
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
     * @param wanted what is looked for
     * @param most so many are enough
     * @return those that were found
     */
    public Found find(List<String> rules, Predicate<LockedKey> wanted, int most) {
        List<FoundLock> entries = new ArrayList<>();
        boolean whole = true;
        for (String rule : rules) {
            whole &= find(rule, wanted, most, entries);
        }
        return new Found(entries, whole);
    }

    private boolean find(String rule, Predicate<LockedKey> wanted, int most, List<FoundLock> entries) {
        Map<String, FoundLock> found = new LinkedHashMap<>(); // a list that changes meanwhile may show a key twice
        boolean whole = find(rule, wanted, most - entries.size(), found);
        entries.addAll(found.values());
        return whole;
    }

    private boolean find(String rule, Predicate<LockedKey> wanted, int most, Map<String, FoundLock> found) {
        String cursor = null;
        for (long seen = 0; seen < lookedThrough; ) {
            Page page = guard.lockouts(rule).list(cursor, PART);
            for (LockedKey key : page.keys()) {
                if (wanted.test(key) && !found.containsKey(key.identity())) {
                    if (found.size() >= most) {
                        return false;
                    }
                    found.put(key.identity(), new FoundLock(rule, key));
                }
            }
            if (page.next().isEmpty()) {
                return true;
            }
            cursor = page.next().get();
            seen += Math.max(LEAST, page.keys().size());
        }
        return false;
    }

    /**
     * The locks in a network.
     *
     * @param network an address, or {@code 192.0.2.0/24}; all for an empty text
     * @return whether a key has an address, or a network, in it
     * @throws IllegalArgumentException if it is no network
     */
    public static Predicate<LockedKey> in(String network) {
        if (network.isEmpty()) {
            return key -> true;
        }
        IpNetwork wanted = IpNetwork.parse(network);
        return has(part -> network(part).filter(wanted::contains).isPresent());
    }

    /**
     * The locks of a caller.
     *
     * @param name the name, or empty
     * @param address the address, or empty
     * @return whether a key has that name, and the address or a network that it is in; no caller, if both are empty
     */
    public static Predicate<LockedKey> of(String name, String address) {
        String folded = CanonicalText.folded(name).orElse("");
        if (folded.isEmpty() && address.isEmpty()) {
            return key -> false;
        }
        Optional<IpAddress> from = IpAddress.parse(address);
        String plain = CanonicalText.withoutMarks(folded);
        Predicate<LockedKey> named = has(part -> !part.kind().equals(Key.IP) && isOneOf(part, folded, plain));
        Predicate<LockedKey> there = has(part -> from.isPresent()
                && network(part).filter(network -> network.contains(from.get())).isPresent());
        return folded.isEmpty() ? there : address.isEmpty() ? named : named.and(there);
    }

    /** A rule with {@code /marks} counts the name without its marks. */
    private static boolean isOneOf(Key.Part part, String folded, String plain) {
        String value = CanonicalText.fold(part.value());
        return value.equals(folded) || value.equals(plain);
    }

    private static Predicate<LockedKey> has(Predicate<Key.Part> wanted) {
        return key ->
                key.key().stream().flatMap(known -> known.parts().stream()).anyMatch(wanted);
    }

    private static Optional<IpNetwork> network(Key.Part part) {
        return part.kind().equals(Key.IP) ? IpNetwork.tryParse(part.value()) : Optional.empty();
    }

    /** A sign-in has three lockouts, of which none is meant more than another. */
    static String hint(String rule, List<String> names) {
        List<String> parts =
                names.stream().filter(each -> each.startsWith(rule + ".")).toList();
        return parts.size() > 1
                ? ": " + rule + " is a sign-in, whose rules are " + String.join(", ", parts)
                : Nearest.hint(rule, names, "");
    }
}
