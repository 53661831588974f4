package io.github.ostiary.algorithm;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Step.Action;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Forgets nothing and derives everything from what has happened. Written from the contract, not from {@link Lockout}. */
final class NaiveLockout extends NaiveHistory {

    private record Won(String spelling, long at) {}

    /** All successes that clear failures. */
    private final List<Won> won = new ArrayList<>();

    private long unlockedAt = Long.MIN_VALUE;
    private int found;

    NaiveLockout(LockoutPolicy policy) {
        super(policy);
    }

    void advance(long clock) {
        begunNow = null;
        askedNow = false;
        found = 0;
        readClock(clock);
        if (used && idle() == 0) {
            held = new ArrayList<>();
            won.clear();
            unlock(0);
            unlockedAt = Long.MIN_VALUE;
            used = false;
            skew = 0;
            readClock(clock);
        }
        while (!held.isEmpty() && now - held.get(0).begin >= policy.settleMicros()) {
            Held one = held.remove(0);
            lost(one, one.begin);
            event();
        }
    }

    boolean passes(AttemptClaim asked) {
        return roomFor(asked) > 0;
    }

    private long roomFor(AttemptClaim asked) {
        List<Held> all = held;
        held = new ArrayList<>(all);
        held.removeIf(other -> other.asked.id().equals(asked.id()));
        long room = room(asked);
        held = all;
        return room;
    }

    Verdict take(AttemptClaim asked) {
        if (asked.isAttempt() || pending()) {
            if (held.stream().noneMatch(other -> other.asked.id().equals(asked.id()))) {
                held.add(new Held(asked, now));
            }
            if (asked.purpose() == Purpose.CHALLENGE) {
                touched = now;
            }
            event();
        }
        long room = room(asked);
        return new Verdict(true, room, 0, 0, room > 0 ? 1 : 0, 0, new Consequence(Reason.LOCKED, false));
    }

    Verdict leave(AttemptClaim asked) {
        deniedOrSettled();
        if (policy.aftermath().extendOnAttempt()
                && asked.isAttempt()
                && lock() != null
                && !lock().block
                && roomFor(asked) == 0) {
            lock().start = now;
            lock().cause = now;
            lost(new Held(asked, now), now);
            event();
        }
        return peek(asked);
    }

    Verdict peek(AttemptClaim asked) {
        return found == 0 ? standing(asked) : standing(asked).withFound(found);
    }

    private Verdict standing(AttemptClaim asked) {
        long room = roomFor(asked);
        if (room > 0) {
            return new Verdict(true, room, 0, 0, 1, 0, new Consequence(Reason.LOCKED, false));
        }
        if (lock() != null && lock().block) {
            return denied(Verdict.NEVER, Reason.BLOCKED, begunNow != null);
        }
        if (lock() != null) {
            return denied(lock().end() - now, Reason.LOCKED, begunNow != null);
        }
        return asked.isAttempt() && (pending() || asked.inSiege())
                ? denied(Verdict.NEVER, Reason.CHALLENGE_REQUIRED, askedNow)
                : denied(1_000_000, Reason.BUSY, false);
    }

    private static Verdict denied(long retry, Reason reason, boolean fired) {
        return new Verdict(false, 0, retry, 0, 0, retry, new Consequence(reason, fired));
    }

    Verdict settle(AttemptClaim asked, Operation ending) {
        deniedOrSettled();
        Optional<Held> found = held.stream()
                .filter(other -> other.asked.id().equals(asked.id()))
                .findFirst();
        if (found.isPresent()) {
            Held ended = found.get();
            long at = Math.max(ended.begin, now - asked.endedAgoMicros());
            held.remove(ended);
            boolean clearedMeanwhile = won.stream()
                    .anyMatch(one ->
                            ended.asked.isAttempt() && one.spelling().equals(ended.asked.spelling()) && one.at() > at);
            if (ending == Operation.SUCCEED) {
                won(ended.asked, at);
            } else if (ending == Operation.FAIL && !clearedMeanwhile) {
                lost(ended, at);
            } else if (ending == Operation.UNCLEAR && !clearedMeanwhile) {
                unclear(ended, at);
            }
            event();
        }
        Purpose another = asked.inSiege() ? Purpose.ATTEMPT_IN_SIEGE : Purpose.ATTEMPT;
        return peek(new AttemptClaim(policy, asked.identity(), "", another, asked.traits(), asked.label()));
    }

    void lock(long micros, String reason) {
        begin(micros, reason, now);
        event();
    }

    void unlock(long ago) {
        unlockedAt = held.isEmpty() ? Long.MIN_VALUE : Math.max(unlockedAt, now - ago);
        if (lock() == null || lock().cause <= now - ago) {
            long at = now - ago;
            List<Fail> younger =
                    visible().stream().filter(fail -> fail.begin() > at).toList();
            List<Firing> before = List.copyOf(firings);
            int mark = challengeMark;
            forget();
            if (!younger.isEmpty()) {
                fails.addAll(younger);
                before.forEach(one -> firings.add(new Firing(one.step(), one.number(), LONG_AGO, null)));
                challengeMark = mark;
                outOfRow.addAll(younger);
            }
        } else {
            fails.stream().filter(fail -> fail.begin() <= now - ago).forEach(forgotten::add);
        }
        if (used) {
            event();
        }
    }

    private void forget() {
        fails = new ArrayList<>();
        firings = new ArrayList<>();
        successes = new ArrayList<>();
        locks = new ArrayList<>();
        pending = false;
        wrong = 0;
        challengeMark = 0;
        unclear.clear();
        armed.clear();
        cleared.clear();
    }

    LockState state() {
        Lock lock = lock();
        Phase phase =
                lock != null ? lock.block ? Phase.BLOCKED : Phase.LOCKED : pending() ? Phase.CHALLENGED : Phase.OPEN;
        int most = IntStream.range(0, policy.steps().size())
                .map(i -> inWindow(i, now, phase == Phase.OPEN && !delays(i) ? mark(i) : 0)
                        .size())
                .max()
                .orElse(0);
        return new LockState(
                phase,
                phase == Phase.LOCKED ? Optional.of(Duration.ofNanos((lock.end() - now) * 1000)) : Optional.empty(),
                most,
                (int) attempts().count(),
                pending() ? wrong : 0,
                lock == null ? "" : lock.reason);
    }

    /** The latest moment at which anything that has happened could still change an answer. */
    long idle() {
        List<Long> ends = new ArrayList<>(List.of(now));
        visible().forEach(fail -> ends.add(fail.begin() + longest));
        firings.forEach(firing -> ends.add(firing.end() + policy.aftermath().memoryMicros()));
        locks.forEach(lock -> ends.add(lock.end()));
        networks()
                .forEach(success -> ends.add(success.time() + policy.aftermath().exemptMicros()));
        unclear.forEach(time -> ends.add(time + firstWindow()));
        long cap = policy.cap() > 0 ? 366 * DAY : 0;
        if (cap > 0 && streak() > 0) {
            ends.add(fails.get(fails.size() - 1).found() + cap);
        }
        if (pending) {
            ends.add(touched + pendingLife());
        }
        held.forEach(one -> ends.add(one.begin + policy.settleMicros() + Math.max(cap, longest)));
        long last = ends.stream().mapToLong(Long::longValue).max().orElseThrow();
        return last > now ? last - now + standstill + Math.min(nextSkew, 7 * DAY) : 0;
    }

    private void unclear(Held one, long at) {
        if (unclear.stream().filter(time -> now - time < firstWindow()).count()
                < policy.aftermath().unclear()) {
            unclear.add(now);
        } else {
            lost(one, at);
        }
    }

    private long firstWindow() {
        return policy.steps().get(0).windowMicros();
    }

    private void lost(Held one, long at) {
        if (at < unlockedAt) {
            return;
        }
        int network = network(one.asked);
        counted(one, at);
        found = begunNow == null ? found : failures() * 8 + network;
    }

    private int failures() {
        int most = policy.steps().stream().mapToInt(Step::failures).max().orElse(0);
        int failures = policy.cap() > 0 ? streak() : 0;
        for (int i = 0; i < policy.steps().size(); i++) {
            failures = Math.max(failures, Math.min(most, inWindow(i, now, 0).size()));
        }
        return failures;
    }

    private int network(AttemptClaim asked) {
        int standing = 3;
        for (Success one : asked.network().isEmpty() ? List.<Success>of() : networks()) {
            if (now - one.time() < policy.aftermath().exemptMicros()) {
                boolean same = (one.network() + ' ' + one.spelling()).equals(asked.network() + ' ' + asked.spelling());
                standing = same ? 1 : Math.min(standing, 2);
            }
        }
        return standing;
    }

    private void counted(Held one, long at) {
        if (one.asked.isAttempt()) {
            failure(one.begin, one.asked, at);
        } else if (pending()) {
            wrong++;
            touched = now;
            if (wrong >= policy.aftermath().challenge().attempts()
                    && policy.aftermath().challenge().lockMicros() > 0) {
                passed();
                begin(policy.aftermath().challenge().lockMicros(), "", at);
            }
        }
    }

    private void won(AttemptClaim asked, long at) {
        if (asked.purpose() == Purpose.CHALLENGE) {
            if (pending()) {
                passed();
            }
            return;
        }
        found = failures() > 0 || network(asked) == 2 ? failures() * 8 + 4 + network(asked) : 0;
        if (policy.aftermath().consecutive()) {
            won.add(new Won(asked.spelling(), at));
            for (Fail fail : fails) {
                if (fail.spelling().equals(asked.spelling())) {
                    outOfRow.add(fail);
                }
                if (fail.spelling().equals(asked.spelling()) && fail.begin() <= at) {
                    cleared.add(fail);
                }
            }
            armed.values().removeIf(spellings -> spellings.equals(Set.of(asked.spelling())));
        }
        if (policy.aftermath().exemptMicros() > 0 && !asked.network().isEmpty()) {
            successes.add(new Success(asked.network(), asked.spelling(), now, number));
        }
    }

    private void passed() {
        pending = false;
        wrong = 0;
        challengeMark = number;
    }

    private void failure(long begin, AttemptClaim asked, long at) {
        Fail fail = new Fail(begin, now, ++number, asked.value(), asked.network(), asked.spelling());
        fails.add(fail);
        List<Integer> firing = IntStream.range(0, policy.steps().size())
                .filter(i -> visible().contains(fail) && fires(i, fail))
                .boxed()
                .toList();
        Optional<Integer> winner = firing.stream()
                .max(Comparator.<Integer, Action>comparing(
                                i -> policy.steps().get(i).action())
                        .thenComparing(Comparator.naturalOrder()));
        List<Integer> times = firing.stream().map(i -> level(i, now) + 1).toList();
        firing.forEach(i -> arm(i, fail));
        for (int i : firing) {
            if (policy.steps().get(i).action() == Action.CHALLENGE) {
                if (!pending()) {
                    wrong = 0;
                    askedNow = true;
                }
                pending = true;
                touched = now;
            }
        }
        winner.ifPresent(i -> {
            Step step = policy.steps().get(i);
            if (step.action() == Action.BLOCK) {
                begin(Verdict.NEVER, "", at);
            } else if (step.action() != Action.CHALLENGE) {
                begin(length(step, times.get(firing.indexOf(i))), "", at);
            }
        });
        for (int i : firing) {
            firings.add(new Firing(i, number, now, lock()));
        }
        if (policy.cap() > 0 && streak() >= policy.cap()) {
            begin(Verdict.NEVER, "", at);
        }
    }

    /** By all that led to this firing, and to those before if it still was armed by them. */
    private void arm(int step, Fail fail) {
        long window = policy.steps().get(step).windowMicros();
        Set<String> spellings = level(step, now) > 0 ? armed.getOrDefault(step, new TreeSet<>()) : new TreeSet<>();
        visible().stream()
                .filter(other -> other.number() > mark(step) && Math.abs(other.begin() - fail.begin()) < window)
                .forEach(other -> spellings.add(other.spelling()));
        armed.put(step, spellings);
    }

    private boolean fires(int step, Fail fail) {
        long window = policy.steps().get(step).windowMicros();
        int mark = delays(step) ? 0 : mark(step);
        return visible().stream()
                .filter(last -> last.begin() >= fail.begin() && last.begin() < fail.begin() + window)
                .anyMatch(last -> inWindow(step, last.begin(), mark).size() >= threshold(step));
    }

    private static long length(Step step, int time) {
        long most = Math.min(step.growth().maxMicros(), Step.MAX_MICROS);
        long length = step.durationMicros();
        for (int i = 1; i < time && length < most; i++) {
            length = step.growth().byMicros() > 0
                    ? length + step.growth().byMicros()
                    : (long) Math.floor(length * step.growth().factor());
        }
        return Math.min(length, most);
    }

    private void begin(long micros, String reason, long cause) {
        boolean block = micros == Verdict.NEVER;
        Lock old = lock();
        long length = block ? 3_660 * DAY : Math.min(micros, Step.MAX_MICROS);
        if (block && old != null && !old.block) {
            length = Math.max(length, old.end() - now);
        }
        if (old == null || !old.block && (block || now + length > old.end())) {
            Lock lock = new Lock(now, length, block, reason, cause);
            if (length > 0) {
                locks.add(lock);
                begunNow = lock;
            }
        }
    }
}
