package io.github.ostiary.console;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.operate.LockSearch;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Does what forms and programs ask for, in the name of their sender. */
final class Changes {

    /** More are not unlocked by one form; the page that follows offers the rest. */
    static final int MOST_AT_ONCE = 2_000;

    private static final int LONGEST_REASON = OperatorApi.LONGEST_REASON;
    private static final Set<String> BACK = Set.of("who", "locked", "rules");

    private final Guard guard;
    private final OperatorApi operators;
    private final LockSearch locked;

    Changes(Guard guard, LockSearch locked) {
        this.guard = guard;
        this.operators = OperatorApi.of(guard);
        this.locked = locked;
    }

    /** Does it, and goes back to the page it was asked on. */
    Reply made(ConsoleVisit visit) {
        String what = visit.parameter("do");
        int count = make(what, visit);
        String back = BACK.contains(visit.parameter("back")) ? visit.parameter("back") : "locked";
        String page = "/" + back;
        String number = Integer.toString(count);
        if (back.equals("rules")) {
            return Reply.seeOther(visit.address(page, "done", what));
        }
        return Reply.seeOther(
                back.equals("who")
                        ? visit.address(
                                page, "q", visit.parameter("q"), "address", visit.parameter("address"), "done", what)
                        : visit.address(page, "rule", visit.parameter("rule"), "done", what, "n", number));
    }

    /**
     * Does it.
     *
     * @return for how many keys
     * @throws IllegalArgumentException if it cannot be done
     */
    int make(String what, ConsoleVisit visit) {
        return switch (what) {
            case "unlock" -> unlock(visit);
            case "unlock-many" -> unlockMany(visit);
            case "lock" -> lock(visit);
            case "reset" -> each(
                    visit, "limit", (rule, key) -> operators.reset(rule, key, operator(visit), reason(visit)));
            case "credit" -> {
                long permits = permits(visit);
                yield each(
                        visit,
                        "limit",
                        (rule, key) -> operators.credit(rule, key, permits, operator(visit), reason(visit)));
            }
            case "override" -> {
                Duration duration = Durations.parse(visit.given("duration").orElse("1h"));
                operators.override(
                        visit.parameter("key"), visit.parameter("value"), duration, operator(visit), reason(visit));
                yield 1;
            }
            case "remove-override" -> operators.removeOverride(visit.parameter("key"), operator(visit), reason(visit))
                    ? 1
                    : 0;
            default -> throw new IllegalArgumentException("there is no action '" + what + "'");
        };
    }

    private interface Act {

        void on(String rule, Key key);
    }

    private int each(ConsoleVisit visit, String kind, Act act) {
        String rule = locked.rule(kind, visit.parameter("rule"));
        List<Key> keys = keys(visit, kind + "." + rule);
        keys.forEach(key -> act.on(rule, key));
        return keys.size();
    }

    /** Unlocks by an identity as it is listed, or by a key, or by name, address, or both. */
    private int unlock(ConsoleVisit visit) {
        String rule = locked.rule("lockout", visit.parameter("rule"));
        if (visit.given("identity").isPresent()) {
            operators.unlockIdentity(rule, visit.parameter("identity"), operator(visit), reason(visit));
            return 1;
        }
        if (visit.given("key").isPresent()) {
            operators.unlock(rule, KeyText.decode(visit.parameter("key")), operator(visit), reason(visit));
            return 1;
        }
        return unlockAll(visit, rule);
    }

    /**
     * Unlocks those in the list, and those who are counted by just that and have failed, though not often enough for
     * the list.
     */
    private int unlockAll(ConsoleVisit visit, String rule) {
        String name = visit.parameter("name");
        String address = visit.parameter("address");
        List<Key> counted = operators.keysOf("lockout." + rule, name, address);
        LockSearch.Found listed = locked.find(List.of(rule), LockSearch.of(name, address), MOST_AT_ONCE);
        Set<Key> known = listed.entries().stream()
                .flatMap(each -> each.locked().key().stream())
                .collect(Collectors.toSet());
        List<Key> others = counted.stream()
                .filter(key -> !known.contains(key) && hasFailed(rule, key))
                .toList();
        if (listed.entries().isEmpty() && others.isEmpty()) {
            throw notLocked(rule, name, address, listed.whole());
        }
        listed.entries()
                .forEach(each ->
                        operators.unlockIdentity(rule, each.locked().identity(), operator(visit), reason(visit)));
        others.forEach(key -> operators.unlock(rule, key, operator(visit), reason(visit)));
        return listed.entries().size() + others.size();
    }

    private boolean hasFailed(String rule, Key key) {
        LockState state = guard.lockouts(rule).state(key);
        return state.phase() != Phase.OPEN || state.failures() > 0;
    }

    private static IllegalArgumentException notLocked(String rule, String name, String address, boolean whole) {
        if (name.isEmpty() && address.isEmpty()) {
            return new IllegalArgumentException(
                    "name the caller: by identity or key as listed, or by name, address, or both");
        }
        return new NotLocked("lockout." + rule + " locks no caller"
                + (name.isEmpty() ? "" : " called '" + name + "'")
                + (address.isEmpty() ? "" : " from " + address)
                + (whole ? "" : " among those that were searched; give identity or key as listed"));
    }

    private int unlockMany(ConsoleVisit visit) {
        List<String> rules = visit.given("rule")
                .map(written -> List.of(locked.rule(written)))
                .orElseGet(() -> locked.rules().stream().map(RuleInForce::name).toList());
        LockSearch.Found found = locked.find(rules, LockSearch.in(visit.parameter("network")), MOST_AT_ONCE);
        for (LockSearch.FoundLock entry : found.entries()) {
            operators.unlockIdentity(entry.rule(), entry.locked().identity(), operator(visit), reason(visit));
        }
        return found.entries().size();
    }

    private int lock(ConsoleVisit visit) {
        String duration = visit.given("duration").orElse("15m");
        if (duration.equals("block")) {
            return each(visit, "lockout", (rule, key) -> operators.block(rule, key, operator(visit), reason(visit)));
        }
        Duration lasting = Durations.parse(duration);
        return each(
                visit, "lockout", (rule, key) -> operators.lock(rule, key, lasting, operator(visit), reason(visit)));
    }

    private List<Key> keys(ConsoleVisit visit, String rule) {
        if (visit.given("key").isPresent()) {
            return List.of(KeyText.decode(visit.parameter("key")));
        }
        String name = visit.parameter("name");
        String address = visit.parameter("address");
        List<Key> keys = operators.keysOf(rule, name, address);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(
                    rule + " counts no caller by that; give key as listed, or name and address together");
        }
        return keys;
    }

    private static long permits(ConsoleVisit visit) {
        String text = visit.parameter("permits");
        if (!text.matches("\\d{1,7}")) {
            throw new IllegalArgumentException("permits must be 1 to 1000000, not '" + text + "'");
        }
        return Long.parseLong(text);
    }

    private static String reason(ConsoleVisit visit) {
        String reason = visit.parameter("reason");
        if (reason.length() > LONGEST_REASON) {
            throw new IllegalArgumentException("a reason has at most " + LONGEST_REASON + " characters");
        }
        return reason;
    }

    private static Operator operator(ConsoleVisit visit) {
        return new Operator(visit.visitor().name(), "console " + visit.visitor().from());
    }

    /** The question of a form, in words. */
    static String asked(ConsoleVisit visit) {
        String rule = visit.parameter("rule").isEmpty() ? "all lockouts" : visit.parameter("rule");
        return switch (visit.parameter("do")) {
            case "unlock" -> "Unlock a caller of " + rule;
            case "unlock-many" -> "Unlock " + visit.parameter("counted") + " callers of " + rule;
            case "lock" -> "Lock a caller of " + rule;
            case "reset" -> "Forget what a caller has used of " + rule;
            case "override" -> "Put " + visit.parameter("key") + "=" + visit.parameter("value") + " in force";
            case "remove-override" -> "Put the configured " + visit.parameter("key") + " back in force";
            case "credit" -> "Give back permits of " + rule;
            default -> "Change something";
        };
    }
}
