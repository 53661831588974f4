package io.github.ostiary.operate;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts.LockedKey;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.text.IpAddress;
import io.github.ostiary.text.Nearest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Callers, found by what is known of them, and how each rule stands with them. Spends nothing. Thread-safe. */
public final class CallerSearch {

    /** More rules than that are not asked one by one: each asks the store. */
    private static final int MOST_RULES = 200;

    private static final int MOST_LOCKS = 100;
    private static final int LONGEST_REFERENCE = 20;

    private final OperatorApi api;
    private final LockSearch locks;

    /**
     * Works on a guard.
     *
     * @param guard made by {@code Guard.builder()} or by the filter
     * @param locks of the same
     */
    public CallerSearch(Guard guard, LockSearch locks) {
        this.api = OperatorApi.of(guard);
        this.locks = locks;
    }

    /**
     * A rule and a caller it counts.
     *
     * @param rule the rule
     * @param key by which it counts
     * @param standing how it stands with them
     */
    public record CallerLine(RuleInForce rule, Key key, KeyStatus standing) {

        /**
         * Whether one more call would be let in, as far as this rule goes.
         *
         * @return true if so
         */
        public boolean admits() {
            return standing.outlook().admits();
        }

        /**
         * The lock.
         *
         * @return empty for rules that do not lock
         */
        public Optional<LockState> lock() {
            return standing.lock().map(KeyStatus.LockStatus::state);
        }
    }

    /**
     * The callers that were found.
     *
     * @param lines rule by rule, those in the way first
     * @param access the rules that block or allow them
     * @param whole whether all locks were looked through
     * @param away whether the store does not answer: locks were not looked through, and lines are what this node knows
     */
    public record CallerAnswer(List<CallerLine> lines, List<RuleInForce> access, boolean whole, boolean away) {

        /** Sorts the lines and copies the lists. */
        public CallerAnswer {
            lines = lines.stream()
                    .sorted(Comparator.comparing(CallerLine::admits)
                            .thenComparing(line -> line.rule().shadow()))
                    .toList();
            access = List.copyOf(access);
        }

        /**
         * How many rules stand in the way.
         *
         * @return those that count them and would not let them in, and those that block them, but for those that only report
         */
        public long denying() {
            return lines.stream()
                            .filter(line -> !line.admits() && !line.rule().shadow())
                            .count()
                    + access.stream()
                            .filter(rule -> rule.kind().equals("block") && !rule.shadow())
                            .count();
        }
    }

    /**
     * Finds a caller by a name, an address, or both: as rules count it, and as lockouts list it.
     *
     * @param name the name, or empty
     * @param address the address, or empty
     * @return what is not open first
     * @throws IllegalArgumentException if the address is none
     */
    public CallerAnswer find(String name, String address) {
        return find(api.rules(), name, address);
    }

    /**
     * The same, as one rule counts them.
     *
     * @param rule its name, without its kind
     * @param name the name, or empty
     * @param address the address, or empty
     * @return of the rules that have this name
     * @throws IllegalArgumentException if there is no such rule, or the address is no address
     */
    public CallerAnswer find(String rule, String name, String address) {
        List<RuleInForce> rules =
                api.rules().stream().filter(each -> each.name().equals(rule)).toList();
        if (rules.isEmpty()) {
            List<String> names = api.rules().stream().map(RuleInForce::name).toList();
            throw new IllegalArgumentException("there is no rule '" + rule + "'" + Nearest.hint(rule, names, ""));
        }
        return find(rules, name, address);
    }

    private CallerAnswer find(List<RuleInForce> rules, String name, String address) {
        List<CallerLine> lines = new ArrayList<>();
        for (RuleInForce rule : rules.subList(0, Math.min(MOST_RULES, rules.size()))) {
            api.keysOf(rule.full(), name, address)
                    .forEach(key -> line(rule, key).ifPresent(lines::add));
        }
        Map<String, RuleInForce> lockouts = new LinkedHashMap<>();
        rules.stream().filter(rule -> rule.kind().equals("lockout")).forEach(rule -> lockouts.put(rule.name(), rule));
        Optional<LockSearch.Found> found =
                found(List.copyOf(lockouts.keySet()), LockSearch.of(name, address), MOST_LOCKS);
        for (LockSearch.FoundLock entry : found.map(LockSearch.Found::entries).orElse(List.of())) {
            RuleInForce rule = Objects.requireNonNull(lockouts.get(entry.rule()));
            Key key = entry.locked().key().orElseThrow();
            if (lines.stream()
                    .noneMatch(line -> line.rule().equals(rule) && line.key().equals(key))) {
                line(rule, key).ifPresent(line -> lines.add(0, line));
            }
        }
        List<RuleInForce> access = api.accessOf(name, address).stream()
                .filter(rule -> rules.contains(rule))
                .toList();
        return new CallerAnswer(
                lines, access, found.map(LockSearch.Found::whole).orElse(false), found.isEmpty());
    }

    /** Empty while the store does not answer: the rules may still be asked, each by what this node knows. */
    private Optional<LockSearch.Found> found(List<String> rules, Predicate<LockedKey> wanted, int most) {
        try {
            return Optional.of(locks.find(rules, wanted, most));
        } catch (IllegalStateException e) {
            return Optional.empty();
        }
    }

    /**
     * A denial by the reference that its caller was given.
     *
     * @param reference eight characters, in any case
     * @return empty if it is none, or no longer kept
     */
    public Optional<DenialRecord> noted(String reference) {
        if (reference.length() > LONGEST_REFERENCE) {
            return Optional.empty();
        }
        try {
            return api.explained(reference);
        } catch (IllegalStateException e) { // a name of eight letters looks like one, and is looked for as a name then
            return Optional.empty();
        }
    }

    /**
     * Finds the caller of a denial, with its status now.
     *
     * @param denial of this guard
     * @return empty where the caller is not known
     */
    public CallerAnswer find(DenialRecord denial) {
        List<CallerLine> lines = new ArrayList<>();
        for (KeyStatus standing : denial.standings()) {
            String full = full(standing);
            api.rules().stream()
                    .filter(rule -> rule.full().equals(full))
                    .findFirst()
                    .flatMap(rule -> key(standing).flatMap(key -> line(rule, key)))
                    .ifPresent(lines::add);
        }
        return lines.isEmpty() ? uncounted(denial) : new CallerAnswer(lines, List.of(), true, false);
    }

    /** A blocked caller is counted by no rule that denies: the address identifies it. */
    private CallerAnswer uncounted(DenialRecord denial) {
        return denial.standings().stream()
                .flatMap(standing -> key(standing).stream())
                .findFirst()
                .map(key -> find(name(key), address(key)))
                .orElse(new CallerAnswer(List.of(), List.of(), true, false));
    }

    /** The key of a locked caller: the list of locks may have it where the record has only its digest. */
    private Optional<Key> key(KeyStatus standing) {
        String identity = standing.identity().name();
        Optional<Key> known = standing.identity().key().or(() -> Key.ofCanonical(identity));
        if (known.isPresent() || standing.kind() != RuleType.LOCKOUT) {
            return known;
        }
        return found(List.of(standing.rule()), each -> each.identity().equals(identity), 1).stream()
                .flatMap(found -> found.entries().stream())
                .findFirst()
                .flatMap(each -> each.locked().key());
    }

    /**
     * Finds a caller by a key, as a list showed it.
     *
     * @param key of a rule
     * @return of all rules that have such keys
     */
    public CallerAnswer find(Key key) {
        List<CallerLine> lines = new ArrayList<>();
        Set<String> whole = countingWhole(key);
        for (RuleInForce rule : api.rules()) {
            if (whole.contains(rule.full())
                    || api.keysOf(rule.full(), name(key), address(key)).contains(key)) {
                line(rule, key).ifPresent(lines::add);
            }
        }
        return new CallerAnswer(lines, api.accessOf(name(key), address(key)), true, false);
    }

    /** The rules that have a key which no one name and address make. */
    private Set<String> countingWhole(Key key) {
        if (key.parts().size() == 1 && !key.parts().get(0).isDigested()) {
            return Set.of();
        }
        return api.explain(key).stream()
                .filter(standing ->
                        standing.identity().key().filter(key::equals).isPresent())
                .map(CallerSearch::full)
                .collect(Collectors.toSet());
    }

    /** The full name of the rule that a standing is with, such as {@code limit.login}. */
    static String full(KeyStatus standing) {
        return standing.kind().name().toLowerCase(Locale.ROOT) + "." + standing.rule();
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

    /** The status of a caller with a rule; empty for rules that count no callers. */
    private Optional<CallerLine> line(RuleInForce rule, Key key) {
        if (rule.kind().equals("allow") || rule.kind().equals("block")) {
            return Optional.empty();
        }
        return api.explain(rule.name(), key).stream()
                .filter(standing -> standing.kind().name().equalsIgnoreCase(rule.kind()))
                .map(standing -> new CallerLine(rule, key, standing))
                .findFirst();
    }
}
