package io.github.ostiary.operate;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts.LockedKey;
import io.github.ostiary.RuleOverride;
import io.github.ostiary.operate.CallerSearch.CallerAnswer;
import io.github.ostiary.operate.CallerSearch.CallerLine;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.operator.KeyStatus.LockStatus;
import io.github.ostiary.operator.KeyStatus.Usage;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.UsePage;
import io.github.ostiary.operator.UsePage.KeyUse;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.OneLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The things an operator asks for, and the answers, in lines of text. Whatever callers have chosen is shown without what
 * could steer a terminal. Thread-safe.
 */
public final class OperatorText {

    private static final int LOOKED_THROUGH = 10_000_000;
    private static final int LONGEST = 120;
    private static final int PAGE = 1_000;

    private final Guard guard;
    private final OperatorApi api;
    private final LockSearch locks;
    private final CallerSearch callers;

    /**
     * Works on a guard.
     *
     * @param guard made by {@code Guard.builder()} or by the filter
     */
    public OperatorText(Guard guard) {
        this.guard = guard;
        this.api = OperatorApi.of(guard);
        this.locks = new LockSearch(guard, LOOKED_THROUGH);
        this.callers = new CallerSearch(guard, locks);
    }

    /**
     * Tells who is not let in by a lockout.
     *
     * @param rule its name
     * @param most how many, at least 1
     * @return a line each
     */
    public List<String> locked(String rule, int most) {
        List<String> lines = new ArrayList<>();
        for (LockSearch.FoundLock each : find(rule, unused -> true, most).entries()) {
            lines.add(name(each.locked()) + "  " + line(each.locked().state()));
        }
        return lines;
    }

    /**
     * Unlocks a caller: all keys that have such a name or address in them.
     *
     * @param rule its name; null for all lockouts
     * @param who a name, an address, or an identity as listed
     * @param operator who does it
     * @param reason why
     * @return a line each; empty if no caller of that name is locked
     */
    public List<String> unlock(@Nullable String rule, String who, Operator operator, String reason) {
        if (rule != null) {
            return unlockOne(rule, who, operator, reason);
        }
        List<String> lines = new ArrayList<>();
        for (String each : lockouts()) {
            for (String line : unlockOne(each, who, operator, reason)) {
                lines.add(line + ", by lockout." + each);
            }
        }
        return lines;
    }

    private List<String> unlockOne(String rule, String who, Operator operator, String reason) {
        List<String> lines = new ArrayList<>();
        for (LockSearch.FoundLock each : find(rule, has(who), Integer.MAX_VALUE).entries()) {
            api.unlockIdentity(rule, each.locked().identity(), operator, reason);
            lines.add("unlocked " + name(each.locked()));
        }
        for (Key key : keysOf(rule, TypedCaller.of(who, ""))) { // where identities are secret, lists know no names
            if (guard.lockouts(rule).state(key).phase() != Phase.OPEN) {
                api.unlock(rule, key, operator, reason);
                lines.add("unlocked " + name(key));
            }
        }
        return lines;
    }

    /**
     * Tells which lockouts do not let a caller in.
     *
     * @param who a name, an address, or an identity as listed
     * @return in full, such as {@code lockout.login}
     */
    public List<String> lockedBy(String who) {
        List<String> names = new ArrayList<>();
        for (String rule : lockouts()) {
            if (!find(rule, has(who), 1).entries().isEmpty()
                    || keysOf(rule, TypedCaller.of(who, "")).stream()
                            .anyMatch(key -> guard.lockouts(rule).state(key).phase() != Phase.OPEN)) {
                names.add("lockout." + rule);
            }
        }
        return names;
    }

    private List<Key> keysOf(String rule, TypedCaller caller) {
        return api.keysOf("lockout." + rule, caller.name(), caller.address());
    }

    private LockSearch.Found find(String rule, Predicate<LockedKey> wanted, int most) {
        return locks.find(List.of(lockout(rule)), wanted, most);
    }

    private String lockout(String rule) {
        List<String> names = lockouts();
        if (!names.contains(rule)) {
            throw new IllegalArgumentException("there is no rule lockout." + rule + LockSearch.hint(rule, names));
        }
        return rule;
    }

    private List<String> lockouts() {
        return locks.rules().stream().map(RuleInForce::name).toList();
    }

    private static Predicate<LockedKey> has(String who) {
        TypedCaller caller = TypedCaller.of(who, "");
        Predicate<LockedKey> listed = key -> key.identity().equals(who);
        return listed.or(LockSearch.of(caller.name(), caller.address()));
    }

    /**
     * Locks the caller that a lockout counts by a name, an address, or both.
     *
     * @param rule its name
     * @param who a name or an address
     * @param address where the caller of that name calls from, for rules that count both; or empty
     * @param duration for how long
     * @param operator who does it
     * @param reason why
     * @return a line for each key
     * @throws IllegalArgumentException if there is no such lockout, or it counts no caller by that
     */
    public List<String> lock(
            String rule, String who, String address, Duration duration, Operator operator, String reason) {
        List<Key> keys = keysOf(lockout(rule), TypedCaller.of(who, address));
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("lockout." + rule
                    + " counts no caller by that alone; give a name and an address (--address) if it counts both");
        }
        List<String> lines = new ArrayList<>();
        for (Key key : keys) {
            api.lock(rule, key, duration, operator, reason);
            lines.add("locked " + name(key) + " for " + Durations.format(duration));
        }
        return lines;
    }

    /**
     * Shows the status of a caller with all rules that count such names or addresses, or with one, and with the lockouts that
     * list that name or address.
     *
     * @param rule its name; null for all
     * @param who a name or an address
     * @param address where the caller of that name calls from, for rules that count both; or empty
     * @return a line for each rule and counter
     */
    public List<String> explain(@Nullable String rule, String who, String address) {
        TypedCaller caller = TypedCaller.of(who, address);
        CallerAnswer answer = rule == null
                ? callers.find(caller.name(), caller.address())
                : callers.find(rule, caller.name(), caller.address());
        if (answer.away()) {
            throw new IllegalStateException(
                    "the store does not answer, so no caller can be explained; ask again when it does");
        }
        List<String> lines = new ArrayList<>();
        for (RuleInForce each : answer.access()) {
            lines.add(each.full() + (each.kind().equals("block") ? "  blocks them" : "  lets them through, uncounted")
                    + (each.shadow() ? ", only reports" : "") + ", where its path, methods and when hold");
        }
        for (CallerLine each : answer.lines()) {
            lines.addAll(lines(each.standing()));
        }
        if (!answer.whole()) {
            lines.add("there are too many locks to search all of them");
        }
        return lines;
    }

    /**
     * Tells of a denial by the reference that its caller was given.
     *
     * @param reference eight characters, in any case
     * @return lines; empty if it is no longer known
     */
    public List<String> reference(String reference) {
        return api.explained(reference).map(OperatorText::lines).orElse(List.of());
    }

    private static List<String> lines(DenialRecord denial) {
        List<String> lines = new ArrayList<>();
        lines.add(denial.reference() + "  " + denial.rule() + " denied, "
                + denial.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ", "
                + denial.when().times() + (denial.when().times() == 1 ? " time, " : " times, ")
                + denial.when().last() + (denial.shared() ? ", with many others" : ""));
        lines.add(
                "  " + OneLine.of(denial.where().method() + " " + denial.where().path(), LONGEST) + " on "
                        + OneLine.of(denial.where().node(), LONGEST));
        denial.standings().forEach(standing -> lines.addAll(lines(standing)));
        return lines;
    }

    private static List<String> lines(KeyStatus standing) {
        List<String> lines = new ArrayList<>();
        lines.add(CallerSearch.full(standing) + "  "
                + name(
                        standing.identity().key().map(Key::canonical).orElse(""),
                        standing.identity().name())
                + "  "
                + (standing.outlook().admits() ? "lets in" : "denies")
                + standing.outlook()
                        .retryAfter()
                        .map(wait -> " for " + lasting(wait))
                        .orElse("")
                + (standing.enforced() ? "" : ", only reports")
                + (standing.outlook().degraded() ? ", decided by this node alone: the store does not answer" : ""));
        for (Usage each : standing.counters()) {
            lines.add("  " + each.policy() + "  used " + each.used() + " of " + each.limit() + ", all free in "
                    + lasting(each.resetAfter()));
        }
        standing.lock().ifPresent(lock -> lines.add("  " + line(lock)));
        return lines;
    }

    private static String line(LockStatus lock) {
        return line(lock.state())
                + lock.step().map(step -> ", by the step " + step).orElse("")
                + lock.age().map(age -> ", began " + lasting(age) + " ago").orElse("");
    }

    private static String line(LockState state) {
        String reason = state.reason().isEmpty() ? "" : ", " + OneLine.of(state.reason(), OperatorApi.LONGEST_REASON);
        String left =
                state.remaining().map(remaining -> " for " + lasting(remaining)).orElse("");
        return state.phase().name().toLowerCase(Locale.ROOT) + (state.phase() == Phase.OPEN ? "" : left) + ", "
                + state.failures() + (state.failures() == 1 ? " failure" : " failures") + reason;
    }

    /** The duration as people say it, rounded up. */
    private static String lasting(Duration duration) {
        return Durations.inWords(Durations.ceilSeconds(duration));
    }

    private static String name(LockedKey locked) {
        return name(locked.label(), locked.identity());
    }

    /** Legible where it may be. */
    private static String name(String label, String identity) {
        return Key.ofCanonical(label)
                .or(() -> Key.ofCanonical(identity))
                .map(OperatorText::name)
                .orElse(identity);
    }

    private static String name(Key key) {
        List<String> parts = new ArrayList<>();
        for (Key.Part part : key.parts()) {
            parts.add(part.kind() + "=" + (part.isDigested() ? "(too long)" : OneLine.of(part.value(), LONGEST)));
        }
        return String.join(" + ", parts);
    }

    /**
     * Tells what is in force for a while.
     *
     * @return a line each
     */
    public List<String> overrides() {
        return api.overrides().stream().map(OperatorText::line).toList();
    }

    /**
     * Puts a value in force for a while.
     *
     * @param key in full
     * @param value as in the file
     * @param duration for how long
     * @param operator who does it
     * @param reason why
     * @return a line
     */
    public List<String> override(String key, String value, Duration duration, Operator operator, String reason) {
        return List.of(line(api.override(key, value, duration, operator, reason)));
    }

    private static String line(RuleOverride override) {
        return override.key() + "=" + OneLine.of(override.value(), LONGEST) + " until " + override.until()
                + (override.onAllNodes() ? " on all nodes" : " on this node") + ", by "
                + override.change().by()
                + (override.change().reason().isEmpty()
                        ? ""
                        : ": " + override.change().reason());
    }

    /**
     * Puts the configured value back.
     *
     * @param key in full
     * @param operator who does it
     * @param reason why
     * @return a line; empty if it was not overridden
     */
    public List<String> restore(String key, Operator operator, String reason) {
        return api.removeOverride(key, operator, reason) ? List.of("restored " + key) : List.of();
    }

    /**
     * Tells what the nodes do that share the store.
     *
     * @param node one of them, by its name or id; empty for all
     * @return a line for each node, and one for each rule; none if no node counts everything
     * @throws IllegalArgumentException if there is no such node
     */
    public List<String> status(String node) {
        return StatusText.lines(api.fleet(), node);
    }

    /**
     * Tells what was done.
     *
     * @param most how many, at least 1
     * @return a line each, the newest first
     */
    public List<String> audit(int most) {
        return api.audit(most).stream().map(OperatorText::line).toList();
    }

    /**
     * Tells what all callers have used of a limit.
     *
     * @param rule its name
     * @param json whether as JSON, not as comma-separated values
     * @return lines for another program; empty if no caller has used anything
     */
    public List<String> uses(String rule, boolean json) {
        Set<KeyUse> uses = new LinkedHashSet<>();
        @Nullable String cursor = null;
        do {
            UsePage page = api.uses(rule, cursor, PAGE);
            uses.addAll(page.uses());
            cursor = page.next().orElse(null);
        } while (cursor != null);
        List<KeyUse> all = List.copyOf(uses);
        return all.isEmpty() ? List.of() : json ? UseText.json(all) : UseText.csv(all);
    }

    private static String line(AuditEntry entry) {
        return entry.change().at() + " " + entry.deed() + " " + entry.subject()
                + (entry.identity().isEmpty() ? "" : " " + name(entry.label(), entry.identity()))
                + entry.duration()
                        .map(lasts -> " for " + Durations.format(lasts))
                        .orElse("") + ", by "
                + entry.change().by()
                + (entry.change().from().isEmpty()
                        ? ""
                        : " from " + entry.change().from())
                + (entry.change().reason().isEmpty()
                        ? ""
                        : ": " + entry.change().reason());
    }
}
