package io.github.ostiary.algorithm;

import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.LockoutPolicy.ChallengeTerms;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Step.Action;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All that has happened to one key, and what follows from it. */
abstract class NaiveHistory {

    static final long DAY = 86_400_000_000L;

    /** Longer ago than anything is remembered. */
    static final long LONG_AGO = Long.MIN_VALUE / 4;

    static final class Held {
        final AttemptClaim asked;
        final long begin;

        Held(AttemptClaim asked, long begin) {
            this.asked = asked;
            this.begin = begin;
        }
    }

    /** A settled failure; {@code number} counts settlements. */
    record Fail(long begin, long found, int number, String value, String network, String spelling) {}

    static final class Lock {
        long start;
        final long length;
        final boolean block;
        final String reason;
        long cause;

        Lock(long start, long length, boolean block, String reason, long cause) {
            this.cause = cause;
            this.start = start;
            this.length = length;
            this.block = block;
            this.reason = reason;
        }

        long end() {
            return start + length;
        }
    }

    record Firing(int step, int number, long time, Lock lock) {
        long end() {
            return lock == null ? time : Math.max(time, lock.end());
        }
    }

    record Success(String network, String spelling, long time, int number) {}

    final LockoutPolicy policy;
    final long longest;

    List<Held> held = new ArrayList<>();
    List<Fail> fails = new ArrayList<>();
    List<Firing> firings = new ArrayList<>();
    List<Success> successes = new ArrayList<>();
    List<Lock> locks = new ArrayList<>();
    int number;
    final Set<Fail> cleared = new HashSet<>();

    /** Those count no more, but in a row. */
    final Set<Fail> forgotten = new HashSet<>();

    final Map<Integer, Set<String>> armed = new HashMap<>();

    /** When attempts were given back whose end was unclear. */
    final List<Long> unclear = new ArrayList<>();

    int challengeMark;

    /** Those count, but in a row no more. */
    final Set<Fail> outOfRow = new HashSet<>();

    boolean pending;
    long touched;
    int wrong;

    boolean used;
    long newest;
    long seen;
    long skew;
    long nextSkew;
    long now;
    long standstill;
    Lock begunNow;
    boolean askedNow;

    NaiveHistory(LockoutPolicy policy) {
        this.policy = policy;
        this.longest =
                policy.steps().stream().mapToLong(Step::windowMicros).max().orElse(0);
    }

    void event() {
        used = true;
        newest = now;
        seen = now;
        skew = nextSkew;
    }

    /** An hour back is an hour to be added, until the clock is where it was; a second is not worth it. */
    void readClock(long clock) {
        nextSkew = 0;
        now = clock;
        if (used && clock < seen - 1_000_000) {
            boolean further = clock + skew < seen - 1_000_000;
            nextSkew = further ? seen - clock : skew;
            now = Math.max(seen, clock + nextSkew);
        } else if (used && clock < seen) {
            now = seen;
        }
        standstill = now - (clock + nextSkew);
    }

    /** Where time goes on by a skew, it matters how far it has got. */
    void deniedOrSettled() {
        if (used && (skew != nextSkew || nextSkew > 0 && now >= seen + nextSkew / 4)) {
            skew = nextSkew;
            seen = skew > 0 ? now : newest;
        }
    }

    Stream<Held> attempts() {
        return held.stream().filter(one -> one.asked.isAttempt());
    }

    Lock lock() {
        Lock last = locks.isEmpty() ? null : locks.get(locks.size() - 1);
        return last != null && now < last.end() ? last : null;
    }

    long pendingLife() {
        return Math.max(policy.aftermath().memoryMicros(), longest);
    }

    boolean pending() {
        return pending && now - touched < pendingLife();
    }

    boolean delays(int step) {
        return policy.steps().get(step).action() == Action.DELAY;
    }

    /** Failures not cleared; of each value the newest, if values are what is counted. */
    List<Fail> visible() {
        List<Fail> visible = new ArrayList<>();
        for (Fail fail : fails) {
            if (cleared.contains(fail) || forgotten.contains(fail)) {
                continue;
            }
            boolean newer = policy.distinct()
                    && fails.stream()
                            .anyMatch(other -> !cleared.contains(other)
                                    && !forgotten.contains(other)
                                    && other.value.equals(fail.value)
                                    && (other.begin > fail.begin
                                            || other.begin == fail.begin && other.number > fail.number));
            if (!newer) {
                visible.add(fail);
            }
        }
        return visible;
    }

    List<Fail> inWindow(int step, long end, int mark) {
        long window = policy.steps().get(step).windowMicros();
        return visible().stream()
                .filter(fail -> fail.number > mark && fail.begin <= end && fail.begin > end - window)
                .toList();
    }

    int mark(int step) {
        int last = firings.stream()
                .filter(firing -> firing.step == step)
                .mapToInt(Firing::number)
                .max()
                .orElse(0);
        return policy.steps().get(step).action() == Action.CHALLENGE ? Math.max(last, challengeMark) : last;
    }

    /** How often in a row the step fired, each within the memory of the one before. */
    int level(int step, long at) {
        int level = 0;
        List<Firing> own =
                firings.stream().filter(firing -> firing.step == step).toList();
        for (int i = own.size() - 1; i >= 0; i--) {
            if (at - own.get(i).end() >= policy.aftermath().memoryMicros()) {
                return level;
            }
            level++;
            at = own.get(i).time;
        }
        return level;
    }

    int threshold(int step) {
        Step one = policy.steps().get(step);
        return level(step, now) > 0 && armed.containsKey(step) && one.action() != Action.DELAY
                ? one.rearm()
                : one.failures();
    }

    int streak() {
        int streak = 0;
        long last = Long.MIN_VALUE;
        for (Fail fail : fails) {
            streak = last != Long.MIN_VALUE && fail.found - last >= 366 * DAY ? 0 : streak;
            streak += cleared.contains(fail) || outOfRow.contains(fail) ? 0 : 1;
            last = fail.found;
        }
        return streak > 0 && now - last < 366 * DAY ? streak : 0;
    }

    int lowest() {
        return Stream.concat(
                        policy.steps().stream().map(Step::failures),
                        policy.cap() > 0 ? Stream.of(policy.cap()) : Stream.of(1_000))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** The last success of each network that is still known. */
    List<Success> networks() {
        return successes.stream()
                .filter(one -> successes.stream()
                        .noneMatch(later -> later.network.equals(one.network)
                                && later.spelling.equals(one.spelling)
                                && later.number > one.number))
                .filter(one -> failuresSince(one) < lowest())
                .toList();
    }

    long failuresSince(Success success) {
        return fails.stream()
                .filter(fail -> fail.network.equals(success.network)
                        && fail.spelling.equals(success.spelling)
                        && fail.number > success.number)
                .count();
    }

    long room(AttemptClaim asked) {
        Lock lock = lock();
        if (lock != null && lock.block) {
            return 0;
        }
        long room = 0;
        Optional<Success> at = networks().stream()
                .filter(known -> known.network.equals(asked.network())
                        && known.spelling.equals(asked.spelling())
                        && now - known.time < policy.aftermath().exemptMicros())
                .findAny();
        if (asked.purpose() == Purpose.CHALLENGE) {
            if (lock == null) {
                ChallengeTerms terms = policy.aftermath().challenge();
                long first = terms.lockMicros() == 0 ? 500 : terms.attempts();
                long left = terms.lockMicros() == 0 ? first : Math.max(1, first - wrong);
                room = pending() ? left - (held.size() - attempts().count()) : first;
            }
        } else {
            if (lock == null && !pending() && !(asked.inSiege() && at.isEmpty())) {
                room = roomOfSteps(asked, false);
            }
            if (at.isPresent() && policy.aftermath().exempts()) {
                Success known = at.get();
                long there = attempts()
                        .filter(one -> one.asked.network().equals(known.network)
                                && one.asked.spelling().equals(known.spelling))
                        .count();
                long left = Math.min(lowest() - failuresSince(known) - there, roomOfSteps(asked, true));
                room = Math.max(room, left);
            }
        }
        return Math.max(0, Math.min(room, 1_000 - held.size()));
    }

    private long roomOfSteps(AttemptClaim asked, boolean blocks) {
        long room = IntStream.range(0, policy.steps().size())
                .filter(i -> !blocks || policy.steps().get(i).action() == Step.Action.BLOCK)
                .mapToLong(i -> room(i, asked))
                .min()
                .orElse(1_000);
        return policy.cap() == 0
                ? room
                : Math.min(
                        room, Math.max(1, policy.cap() - streak()) - attempts().count());
    }

    long room(int step, AttemptClaim asked) {
        List<Fail> counting = inWindow(step, now, delays(step) ? 0 : mark(step));
        int need = threshold(step);
        if (delays(step) && counting.size() >= need) {
            counting = inWindow(step, now, mark(step));
            need = 1;
        }
        if (!policy.distinct()) {
            return Math.max(1, need - counting.size()) - attempts().count();
        }
        Set<String> counted = new TreeSet<>(counting.stream().map(Fail::value).toList());
        Set<String> others =
                new TreeSet<>(attempts().map(one -> one.asked.value()).toList());
        boolean free = counted.contains(asked.value()) || others.contains(asked.value());
        others.removeAll(counted);
        int left = Math.max(1, need - counted.size()) - others.size();
        return free ? Math.max(1, left) : left;
    }
}
