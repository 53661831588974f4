package io.github.ostiary.algorithm;

import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Step.Action;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The counts of each step of a ladder over failures, and how often it fired. Not thread-safe. */
final class StepCounts extends Failures {

    /*
     * Model: a step that fires notes the number of the newest failure as its mark; from then on it counts what was
     * settled after that. A delay counts on, whatever its mark, as long as its window is full: each further failure
     * fires it again. How often a step fired is its level, which makes its locks longer and lets "rearm" failures
     * suffice; the level is forgotten when `memory` has passed since the end of the lock in force at its last firing.
     * "rearm" ends with a success under the spelling that all the failures had which armed it.
     *
     * Room: what counts and what is in flight together stay below the threshold, so at most so many attempts are ever
     * looked at. One at a time is always looked at: a threshold lowered meanwhile must not deny without a lock.
     *
     * Where strangers share the counts no step ever fires: what has failed as often as a threshold says leaves no room,
     * until it is old.
     *
     * Worked: 3/1m lock 1m x2 rearm 1. Failures at 0, 1, 2 s: locked until 62 s, mark 3, level 1. One failure at 70 s:
     * locked until 190 s, level 2. None before 190 s + memory: three are needed again, and lock for 1 min.
     */
    private static final int MOST_LEVELS = 1_000_000;

    /** The mark in the place of a spelling's number: no longer armed. */
    private static final long DISARMED = -2;

    private static final long[] NONE = {};
    private static final int[] NO_LEVELS = {};

    boolean shared;

    /** Null as long as all names are written alike, and no row is counted: mostly. */
    private @Nullable NameVariants spellings;

    private long[] marks = NONE;
    private int[] levels = NO_LEVELS;
    private long[] ends = NONE;
    private long[] armed = NONE;

    /** Attempts like this one that may be reserved now, beside those in flight, as far as all steps say, or those that block. */
    long room(LockoutPolicy policy, long now, InFlight inFlight, AttemptClaim asked, boolean blocks) {
        Set<String> values = policy.distinct() ? inFlight.values() : Set.of();
        int attempts = inFlight.attempts();
        long room = InFlight.MOST;
        int least = shared ? 0 : 1;
        for (int i = 0; i < policy.steps().size(); i++) {
            Step step = policy.steps().get(i);
            if (blocks && step.action() != Action.BLOCK) {
                continue;
            }
            long window = step.windowMicros();
            boolean full = full(step, now);
            long mark = step.action() == Action.DELAY && !full ? 0 : mark(i);
            int need = full ? 1 : threshold(policy, i, now);
            int free = Math.max(least, need - count(now, window, mark));
            if (policy.distinct()) {
                for (String other : values) {
                    free -= counts(other, now, window, mark) ? 0 : 1;
                }
                if (values.contains(asked.value()) || counts(asked.value(), now, window, mark)) {
                    free = Math.max(1, free);
                }
            } else {
                free -= attempts;
            }
            room = Math.min(room, free);
        }
        return policy.cap() == 0 ? room : Math.min(room, Math.max(least, policy.cap() - row(now)) - attempts);
    }

    /**
     * Counts a failure that began at a time, and forgets those that no window, of now or of an attempt in flight, can contain.
     *
     * @return of the steps that fire the one that has its way, the last of the hardest; below 0 if none fires. Then
     *     {@link #remember} needs the end of the lock that follows
     */
    int failed(LockoutPolicy policy, long now, InFlight inFlight, AttemptClaim held, long begin) {
        String written = held.spelling();
        long spelling = written.isEmpty() ? NameVariants.CANONICAL : spellings().used(written, seq() + 1);
        boolean news = add(begin, held.value(), spelling, policy.distinct());
        int hardest = news && !shared ? climb(policy, now, begin) : -1;
        prune(inFlight.oldestAttempt(now) - longestWindow(policy), 2 * highestThreshold(policy) + 16);
        return hardest;
    }

    private NameVariants spellings() {
        spellings = spellings == null ? new NameVariants() : spellings;
        return spellings;
    }

    /** One more failure in a row; says how many these are. */
    int lengthenRow(String written, long now) {
        return spellings().lengthenRow(written, now);
    }

    private int row(long now) {
        return spellings == null ? 0 : spellings.row(now);
    }

    private int climb(LockoutPolicy policy, long now, long begin) {
        List<Step> steps = policy.steps();
        int hardest = -1;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            boolean delay = step.action() == Action.DELAY;
            int need = delay ? step.failures() : threshold(policy, i, now);
            if (reach(need, begin, step.windowMicros(), delay ? 0 : mark(i))) {
                fire(policy, i, begin, now);
                boolean hasItsWay = hardest < 0
                        || step.action().compareTo(steps.get(hardest).action()) >= 0;
                hardest = hasItsWay ? i : hardest;
            }
        }
        return hardest;
    }

    /** Whether a step that has fired did so with the newest failure. */
    boolean hasJustFired(int i) {
        return i < marks.length && marks[i] == seq();
    }

    /** How often a step that has fired did so. */
    int level(int i) {
        return levels[i];
    }

    /** The steps that have just fired are remembered from the end of a lock on. */
    void remember(long lockEnd) {
        for (int i = 0; i < ends.length; i++) {
            ends[i] = hasJustFired(i) ? lockEnd : ends[i];
        }
    }

    /** A spelling of the name has succeeded at a time: its failures until then are forgotten, and what only they armed. */
    void succeeded(String written, long at) {
        long spelling = written.isEmpty() ? NameVariants.CANONICAL : NameVariants.MIXED;
        if (spellings != null) {
            spellings.endStreak(written);
            spelling = spellings.number(written);
        }
        if (spelling != NameVariants.MIXED) {
            forget(spelling, at);
            for (int i = 0; i < armed.length; i++) {
                armed[i] = armed[i] == spelling ? DISARMED : armed[i];
            }
        }
    }

    /** A lock starts anew: so does the memory of what it follows from. */
    void moved(long oldEnd, long newEnd) {
        for (int i = 0; i < ends.length; i++) {
            if (levels[i] > 0 && ends[i] == oldEnd) {
                ends[i] = newEnd;
            }
        }
    }

    /** How often each step has fired, as far as that is remembered; empty if none has. */
    String levels(LockoutPolicy policy, long now) {
        StringBuilder words = new StringBuilder();
        int last = 0;
        for (int i = 0; i < policy.steps().size(); i++) {
            words.append(i == 0 ? "" : " ").append(remembered(policy, i, now) ? levels[i] : 0);
            last = remembered(policy, i, now) ? words.length() : last;
        }
        words.setLength(last);
        return words.toString();
    }

    /** The same once more, for a lock that ends then. */
    void relevel(LockoutPolicy policy, long now, String words, long lockEnd) {
        String[] each = words.isEmpty() ? new String[0] : words.split(" ");
        for (int i = 0; !shared && i < Math.min(each.length, policy.steps().size()); i++) {
            int level = Integer.parseInt(each[i]);
            if (level > 0) {
                grow(i);
                levels[i] = Math.min(MOST_LEVELS, remembered(policy, i, now) ? Math.max(level, levels[i]) : level);
                ends[i] = lockEnd;
                armed[i] = NameVariants.MIXED;
            }
        }
    }

    /** The steps that ask for a challenge count afresh. */
    void challengeEnded(LockoutPolicy policy) {
        for (int i = 0; i < policy.steps().size(); i++) {
            if (policy.steps().get(i).action() == Action.CHALLENGE) {
                grow(i);
                marks[i] = seq();
            }
        }
    }

    /** Settled failures in the windows: since the steps fired, or all of them. */
    int counted(LockoutPolicy policy, long now, boolean all) {
        int most = 0;
        for (int i = 0; i < policy.steps().size(); i++) {
            Step step = policy.steps().get(i);
            long mark = all || step.action() == Action.DELAY ? 0 : mark(i);
            most = Math.max(most, count(now, step.windowMicros(), mark));
        }
        return most;
    }

    /** Settled failures in the windows, up to the highest threshold, for so many are kept for certain; or in a row. */
    int most(LockoutPolicy policy, long now) {
        int counted = Math.min(counted(policy, now, true), highestThreshold(policy));
        return policy.cap() > 0 ? Math.max(counted, row(now)) : counted;
    }

    /** Whether one failure is all there is, and no step has fired. */
    boolean isOneFailure() {
        return levels.length == 0 && seq() == 1;
    }

    /**
     * The time when nothing counts any more of what failed, or may fail until a time, µs; the oldest possible time if
     * nothing does.
     */
    long end(LockoutPolicy policy, long mayFail) {
        long window = longestWindow(policy);
        long row = policy.cap() > 0 ? NameVariants.ROW_MICROS : 0;
        long end = Math.max(after(newest(), window), after(mayFail, Math.max(row, window)));
        if (policy.cap() > 0 && spellings != null) {
            end = Math.max(end, spellings.rowEnd());
        }
        for (int i = 0; i < Math.min(levels.length, policy.steps().size()); i++) {
            if (levels[i] > 0) {
                end = Math.max(end, ends[i] + memory(policy));
            }
        }
        return end;
    }

    private static long after(long time, long micros) {
        return time == Long.MIN_VALUE ? time : time + micros;
    }

    /** Forgets what began up to a time. What began later is counted as it was, and no step has fired. */
    void forget(long until) {
        prune(until, Integer.MAX_VALUE);
        if (isEmpty()) {
            clear();
        } else {
            if (spellings != null) {
                spellings.endRow();
            }
            Arrays.fill(levels, 0);
            Arrays.fill(ends, 0);
            Arrays.fill(armed, NameVariants.CANONICAL);
        }
    }

    @Override
    void clear() {
        super.clear();
        spellings = null;
        marks = NONE;
        levels = NO_LEVELS;
        ends = NONE;
        armed = NONE;
    }

    private static int highestThreshold(LockoutPolicy policy) {
        int highest = 0;
        for (int i = 0; i < policy.steps().size(); i++) {
            highest = Math.max(highest, policy.steps().get(i).failures());
        }
        return highest;
    }

    private static long longestWindow(LockoutPolicy policy) {
        long longest = 0;
        for (int i = 0; i < policy.steps().size(); i++) {
            longest = Math.max(longest, policy.steps().get(i).windowMicros());
        }
        return longest;
    }

    private static long memory(LockoutPolicy policy) {
        return Math.min(policy.aftermath().memoryMicros(), Step.MAX_MICROS);
    }

    private boolean full(Step step, long now) {
        return !shared && step.action() == Action.DELAY && count(now, step.windowMicros(), 0) >= step.failures();
    }

    private int threshold(LockoutPolicy policy, int i, long now) {
        Step step = policy.steps().get(i);
        return remembered(policy, i, now) && armed[i] != DISARMED ? step.rearm() : step.failures();
    }

    private boolean remembered(LockoutPolicy policy, int i, long now) {
        return i < levels.length && levels[i] > 0 && now - ends[i] < memory(policy);
    }

    private long mark(int i) {
        return i < marks.length ? marks[i] : 0;
    }

    private void fire(LockoutPolicy policy, int i, long time, long now) {
        grow(i);
        boolean again = remembered(policy, i, now);
        long by = spelling(time, policy.steps().get(i).windowMicros(), marks[i]);
        armed[i] = again && armed[i] != DISARMED && armed[i] != by ? NameVariants.MIXED : by;
        marks[i] = seq();
        levels[i] = again ? Math.min(MOST_LEVELS, levels[i] + 1) : 1;
    }

    private void grow(int i) {
        if (i >= marks.length) {
            marks = Arrays.copyOf(marks, i + 1);
            levels = Arrays.copyOf(levels, i + 1);
            ends = Arrays.copyOf(ends, i + 1);
            armed = Arrays.copyOf(armed, i + 1);
        }
    }
}
