package io.github.ostiary.algorithm;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Ladder;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Reservation;
import io.github.ostiary.Reservation.Purpose;
import io.github.ostiary.Settlement.Ending;
import io.github.ostiary.Step;
import io.github.ostiary.Step.Action;
import io.github.ostiary.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Forgets nothing and derives everything from what has happened. Written from the contract, not from {@link Lockout}. */
final class NaiveLockout {

    private static final long DAY = 86_400_000_000L;

    private static final class Held {
        final Reservation asked;
        final long begin;

        Held(Reservation asked, long begin) {
            this.asked = asked;
            this.begin = begin;
        }
    }

    /** A settled failure; {@code number} counts settlements. */
    private record Fail(long begin, long found, int number, String value, String network) {}

    private static final class Lock {
        long start;
        final long length;
        final boolean block;
        final String reason;

        Lock(long start, long length, boolean block, String reason) {
            this.start = start;
            this.length = length;
            this.block = block;
            this.reason = reason;
        }

        long end() {
            return start + length;
        }
    }

    private record Firing(int step, int number, long time, Lock lock) {
        long end() {
            return lock == null ? time : Math.max(time, lock.end());
        }
    }

    private record Success(String network, long time, int number) {}

    private final Ladder ladder;
    private final long longest;

    private List<Held> held = new ArrayList<>();
    private List<Fail> fails = new ArrayList<>();
    private List<Firing> firings = new ArrayList<>();
    private List<Success> successes = new ArrayList<>();
    private List<Lock> locks = new ArrayList<>();
    private int number;
    private int clearedUpTo;
    private int challengeMark;
    private boolean pending;
    private long touched;
    private int wrong;

    private boolean used;
    private long newest;
    private long skew;
    private long nextSkew;
    private long now;
    private long standstill;
    private Lock begunNow;
    private boolean askedNow;

    NaiveLockout(Ladder ladder) {
        this.ladder = ladder;
        this.longest =
                ladder.steps().stream().mapToLong(Step::windowMicros).max().orElse(0);
    }

    void advance(long clock) {
        begunNow = null;
        askedNow = false;
        nextSkew = skew;
        now = clock + skew;
        if (used && now < newest) {
            if (now < newest - 1_000_000) {
                nextSkew = newest - clock;
            }
            now = newest;
        }
        standstill = now - (clock + nextSkew);
        if (used && idle() == 0) {
            held = new ArrayList<>();
            unlock();
            used = false;
            skew = 0;
            nextSkew = 0;
            now = clock;
            standstill = 0;
        }
        while (!held.isEmpty() && now - held.get(0).begin >= ladder.settleMicros()) {
            lost(held.remove(0));
            event();
        }
    }

    boolean passes(Reservation asked) {
        return room(asked) > 0;
    }

    Verdict take(Reservation asked) {
        if (asked.purpose() == Purpose.ATTEMPT || pending()) {
            if (held.stream().noneMatch(other -> other.asked.id().equals(asked.id()))) {
                held.add(new Held(asked, now));
            }
            if (asked.purpose() == Purpose.CHALLENGE) {
                touched = now;
            }
            event();
        }
        long room = room(asked);
        return new Verdict(true, room, 0, 0, room > 0 ? 1 : 0, 0, Reason.LOCKED, false);
    }

    Verdict leave(Reservation asked) {
        if (used) {
            skew = nextSkew;
        }
        if (ladder.extendOnAttempt()
                && asked.purpose() == Purpose.ATTEMPT
                && lock() != null
                && !lock().block
                && room(asked) == 0) {
            lock().start = now;
            failure(now, asked.value(), asked.network());
            event();
        }
        return peek(asked);
    }

    Verdict peek(Reservation asked) {
        long room = room(asked);
        if (room > 0) {
            return new Verdict(true, room, 0, 0, 1, 0, Reason.LOCKED, false);
        }
        if (lock() != null && lock().block) {
            return refused(Verdict.NEVER, Reason.BLOCKED, begunNow != null);
        }
        if (lock() != null) {
            return refused(lock().end() - now, Reason.LOCKED, begunNow != null);
        }
        return pending() && asked.purpose() == Purpose.ATTEMPT
                ? refused(Verdict.NEVER, Reason.CHALLENGE_REQUIRED, askedNow)
                : refused(1_000_000, Reason.BUSY, false);
    }

    private static Verdict refused(long retry, Reason reason, boolean fired) {
        return new Verdict(false, 0, retry, 0, 0, retry, reason, fired);
    }

    Verdict settle(Reservation asked, Ending ending) {
        if (used) {
            skew = nextSkew;
        }
        Optional<Held> found = held.stream()
                .filter(other -> other.asked.id().equals(asked.id()))
                .findFirst();
        if (found.isPresent()) {
            Held ended = found.get();
            held.remove(ended);
            if (ending == Ending.FAILED) {
                lost(ended);
            } else if (ending == Ending.SUCCEEDED) {
                won(ended.asked);
            }
            event();
        }
        return peek(new Reservation(
                ladder, asked.identity(), "", Purpose.ATTEMPT, asked.value(), asked.network(), asked.label()));
    }

    void lock(long micros, String reason) {
        begin(micros, reason);
        event();
    }

    void unlock() {
        fails = new ArrayList<>();
        firings = new ArrayList<>();
        successes = new ArrayList<>();
        locks = new ArrayList<>();
        pending = false;
        wrong = 0;
        challengeMark = 0;
        if (used) {
            event();
        }
    }

    LockState state() {
        Lock lock = lock();
        Phase phase =
                lock != null ? lock.block ? Phase.BLOCKED : Phase.LOCKED : pending() ? Phase.CHALLENGED : Phase.OPEN;
        int most = IntStream.range(0, ladder.steps().size())
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
        visible().forEach(fail -> ends.add(fail.begin + longest));
        firings.forEach(firing -> ends.add(firing.end() + ladder.memoryMicros()));
        locks.forEach(lock -> ends.add(lock.end()));
        networks().forEach(success -> ends.add(success.time + ladder.exemptMicros()));
        long cap = ladder.cap() > 0 ? 366 * DAY : 0;
        if (cap > 0 && streak() > 0) {
            ends.add(fails.get(fails.size() - 1).found + cap);
        }
        if (pending) {
            ends.add(touched + pendingLife());
        }
        held.forEach(one -> ends.add(one.begin + ladder.settleMicros() + Math.max(cap, longest)));
        long last = ends.stream().mapToLong(Long::longValue).max().orElseThrow();
        return last > now ? last - now + standstill : 0;
    }

    private void event() {
        used = true;
        newest = now;
        skew = nextSkew;
    }

    private Stream<Held> attempts() {
        return held.stream().filter(one -> one.asked.purpose() == Purpose.ATTEMPT);
    }

    private Lock lock() {
        Lock last = locks.isEmpty() ? null : locks.get(locks.size() - 1);
        return last != null && now < last.end() ? last : null;
    }

    private long pendingLife() {
        return Math.max(ladder.memoryMicros(), longest);
    }

    private boolean pending() {
        return pending && now - touched < pendingLife();
    }

    private boolean delays(int step) {
        return ladder.steps().get(step).action() == Action.DELAY;
    }

    /** Failures not cleared; of each value the newest, if values are what is counted. */
    private List<Fail> visible() {
        List<Fail> visible = new ArrayList<>();
        for (Fail fail : fails) {
            if (fail.number <= clearedUpTo) {
                continue;
            }
            boolean newer = ladder.distinct()
                    && fails.stream()
                            .anyMatch(other -> other.number > clearedUpTo
                                    && other.value.equals(fail.value)
                                    && (other.begin > fail.begin
                                            || other.begin == fail.begin && other.number > fail.number));
            if (!newer) {
                visible.add(fail);
            }
        }
        return visible;
    }

    private List<Fail> inWindow(int step, long end, int mark) {
        long window = ladder.steps().get(step).windowMicros();
        return visible().stream()
                .filter(fail -> fail.number > mark && fail.begin <= end && fail.begin > end - window)
                .toList();
    }

    private int mark(int step) {
        int last = firings.stream()
                .filter(firing -> firing.step == step)
                .mapToInt(Firing::number)
                .max()
                .orElse(0);
        return ladder.steps().get(step).action() == Action.CHALLENGE ? Math.max(last, challengeMark) : last;
    }

    /** How often in a row the step fired, each within the memory of the one before. */
    private int level(int step, long at) {
        int level = 0;
        List<Firing> own =
                firings.stream().filter(firing -> firing.step == step).toList();
        for (int i = own.size() - 1; i >= 0; i--) {
            if (at - own.get(i).end() >= ladder.memoryMicros()) {
                return level;
            }
            level++;
            at = own.get(i).time;
        }
        return level;
    }

    private int threshold(int step) {
        Step one = ladder.steps().get(step);
        return level(step, now) > 0 && one.action() != Action.DELAY ? one.rearm() : one.failures();
    }

    private int streak() {
        int streak = 0;
        long last = Long.MIN_VALUE;
        for (Fail fail : fails) {
            if (fail.number > clearedUpTo) {
                streak = last != Long.MIN_VALUE && fail.found - last >= 366 * DAY ? 1 : streak + 1;
                last = fail.found;
            }
        }
        return streak > 0 && now - last < 366 * DAY ? streak : 0;
    }

    private int lowest() {
        return Stream.concat(
                        ladder.steps().stream().map(Step::failures),
                        ladder.cap() > 0 ? Stream.of(ladder.cap()) : Stream.of(1_000))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** The last success of each network that is still known. */
    private List<Success> networks() {
        return successes.stream()
                .filter(one -> successes.stream()
                        .noneMatch(later -> later.network.equals(one.network) && later.number > one.number))
                .filter(one -> failuresSince(one) < lowest())
                .toList();
    }

    private long failuresSince(Success success) {
        return fails.stream()
                .filter(fail -> fail.network.equals(success.network) && fail.number > success.number)
                .count();
    }

    private long room(Reservation asked) {
        Lock lock = lock();
        if (lock != null && lock.block) {
            return 0;
        }
        long room = 0;
        if (asked.purpose() == Purpose.CHALLENGE) {
            if (lock == null) {
                room = pending()
                        ? Math.max(1, ladder.challengeAttempts() - wrong)
                                - (held.size() - attempts().count())
                        : ladder.challengeAttempts();
            }
        } else {
            if (lock == null && !pending()) {
                room = IntStream.range(0, ladder.steps().size())
                        .mapToLong(i -> room(i, asked))
                        .min()
                        .orElse(1_000);
                if (ladder.cap() > 0) {
                    room = Math.min(
                            room,
                            Math.max(1, ladder.cap() - streak()) - attempts().count());
                }
            }
            for (Success known : networks()) {
                if (known.network.equals(asked.network()) && now - known.time < ladder.exemptMicros()) {
                    long there = attempts()
                            .filter(one -> one.asked.network().equals(known.network))
                            .count();
                    room = Math.max(room, lowest() - failuresSince(known) - there);
                }
            }
        }
        return Math.max(0, Math.min(room, 1_000 - held.size()));
    }

    private long room(int step, Reservation asked) {
        List<Fail> counting = inWindow(step, now, delays(step) ? 0 : mark(step));
        int need = threshold(step);
        if (delays(step) && counting.size() >= need) {
            counting = inWindow(step, now, mark(step));
            need = 1;
        }
        if (!ladder.distinct()) {
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

    private void lost(Held one) {
        if (one.asked.purpose() == Purpose.ATTEMPT) {
            failure(one.begin, one.asked.value(), one.asked.network());
        } else if (pending()) {
            wrong++;
            touched = now;
            if (wrong >= ladder.challengeAttempts()) {
                passed();
                begin(ladder.challengeLockMicros(), "");
            }
        }
    }

    private void won(Reservation asked) {
        if (asked.purpose() == Purpose.CHALLENGE) {
            if (pending()) {
                passed();
            }
            return;
        }
        if (ladder.consecutive()) {
            clearedUpTo = number;
        }
        if (ladder.exemptMicros() > 0 && !asked.network().isEmpty()) {
            successes.add(new Success(asked.network(), now, number));
        }
    }

    private void passed() {
        pending = false;
        wrong = 0;
        challengeMark = number;
    }

    private void failure(long begin, String value, String network) {
        Fail fail = new Fail(begin, now, ++number, value, network);
        fails.add(fail);
        List<Integer> firing = IntStream.range(0, ladder.steps().size())
                .filter(i -> visible().contains(fail) && fires(i, fail))
                .boxed()
                .toList();
        Optional<Integer> winner = firing.stream()
                .max(Comparator.<Integer, Action>comparing(
                                i -> ladder.steps().get(i).action())
                        .thenComparing(Comparator.naturalOrder()));
        List<Integer> times = firing.stream().map(i -> level(i, now) + 1).toList();
        for (int i : firing) {
            if (ladder.steps().get(i).action() == Action.CHALLENGE) {
                if (!pending()) {
                    wrong = 0;
                    askedNow = true;
                }
                pending = true;
                touched = now;
            }
        }
        winner.ifPresent(i -> {
            Step step = ladder.steps().get(i);
            if (step.action() == Action.BLOCK) {
                begin(Verdict.NEVER, "");
            } else if (step.action() != Action.CHALLENGE) {
                begin(length(step, times.get(firing.indexOf(i))), "");
            }
        });
        for (int i : firing) {
            firings.add(new Firing(i, number, now, lock()));
        }
        if (ladder.cap() > 0 && streak() >= ladder.cap()) {
            begin(Verdict.NEVER, "");
        }
    }

    private boolean fires(int step, Fail fail) {
        long window = ladder.steps().get(step).windowMicros();
        int mark = delays(step) ? 0 : mark(step);
        return visible().stream()
                .filter(last -> last.begin >= fail.begin && last.begin < fail.begin + window)
                .anyMatch(last -> inWindow(step, last.begin, mark).size() >= threshold(step));
    }

    private static long length(Step step, int time) {
        long most = Math.min(step.maxMicros(), Step.MAX_MICROS);
        long length = step.durationMicros();
        for (int i = 1; i < time && length < most; i++) {
            length = step.growthMicros() > 0 ? length + step.growthMicros() : (long) Math.floor(length * step.factor());
        }
        return Math.min(length, most);
    }

    private void begin(long micros, String reason) {
        boolean block = micros == Verdict.NEVER;
        Lock old = lock();
        long length = block ? 3_660 * DAY : Math.min(micros, Step.MAX_MICROS);
        if (block && old != null && !old.block) {
            length = Math.max(length, old.end() - now);
        }
        if (old == null || !old.block && (block || now + length > old.end())) {
            Lock lock = new Lock(now, length, block, reason);
            if (length > 0) {
                locks.add(lock);
                begunNow = lock;
            }
        }
    }
}
