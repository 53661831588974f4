package io.github.ostiary.algorithm;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Reservation.Purpose;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Verdict;

/** What is known of one key, and what happens to it at a given time. Not thread-safe. */
final class LockoutState {

    private static final long CAP_MICROS = 366L * 86_400L * 1_000_000L;

    final StepCounts rungs = new StepCounts();
    final InFlight inFlight = new InFlight();
    final Lock lock = new Lock();
    final Challenge challenge = new Challenge();
    private final KnownNetworks networks = new KnownNetworks();
    private int consecutive;
    private long lastConsecutive;

    void failed(LockoutPolicy ladder, PendingAttempt held, long now) {
        if (held.challenge()) {
            answeredWrong(ladder, now);
            return;
        }
        networks.failed(held.traits(), lowestThreshold(ladder));
        rungs.failed(ladder, held, now, lock, challenge);
        rungs.prune(ladder, inFlight.oldestAttempt(now));
        if (ladder.cap() > 0) {
            if (consecutive(now) == 0) {
                consecutive = 0;
                rungs.failures.spellings.endStreaks();
            }
            consecutive++;
            rungs.failures.spellings.lengthenStreak(held.traits().spelling());
            lastConsecutive = now;
            if (consecutive >= ladder.cap()) {
                lock.begin(now, Verdict.NEVER, "");
            }
        }
    }

    void succeeded(LockoutPolicy ladder, PendingAttempt held, long now) {
        if (held.challenge()) {
            if (pending(ladder, now)) {
                endChallenge(ladder);
            }
            return;
        }
        if (ladder.consecutive()) {
            rungs.succeeded(held.traits().spelling());
            consecutive -= rungs.failures.spellings.endStreak(held.traits().spelling());
        }
        if (ladder.exemptMicros() > 0 && !held.traits().network().isEmpty()) {
            networks.succeeded(held.traits(), now);
        }
    }

    /** The lock starts anew, as long as it was, and so does the memory of what it follows from. */
    void extendLock(long now) {
        long end = lock.end();
        lock.restart(now);
        rungs.moved(end, lock.end());
    }

    boolean pending(LockoutPolicy ladder, long now) {
        return challenge.pending(now, StepCounts.pendingLife(ladder));
    }

    /** How many reservations like this can be made. */
    long room(Reservation reservation, long now) {
        if (lock.blocks(now)) {
            return 0;
        }
        LockoutPolicy ladder = reservation.ladder();
        boolean attempt = reservation.purpose() == Purpose.ATTEMPT;
        long room = lock.holds(now) ? 0 : attempt ? roomToAttempt(reservation, now) : roomToAnswer(ladder, now);
        if (attempt && ladder.exemptMicros() > 0 && !reservation.network().isEmpty()) {
            int left = networks.left(reservation.traits(), now, ladder.exemptMicros(), lowestThreshold(ladder));
            room = Math.max(room, left - inFlight.attemptsLike(reservation.traits()));
        }
        return Math.max(0, Math.min(room, InFlight.MOST - inFlight.size()));
    }

    /** What stands in the way where there is no room. */
    Reason refusal(Reservation reservation, long now) {
        if (lock.holds(now)) {
            return lock.blocks(now) ? Reason.BLOCKED : Reason.LOCKED;
        }
        boolean attempt = reservation.purpose() == Purpose.ATTEMPT;
        return attempt && pending(reservation.ladder(), now) ? Reason.CHALLENGE_REQUIRED : Reason.BUSY;
    }

    /** When nothing here tells anything any more, µs. */
    long end(LockoutPolicy ladder) {
        long capLife = ladder.cap() > 0 ? CAP_MICROS : 0;
        long end = Math.max(lock.end(), rungs.end(ladder));
        end = Math.max(end, after(challenge.touched(), StepCounts.pendingLife(ladder)));
        end = Math.max(end, after(networks.newest(), ladder.exemptMicros()));
        end = Math.max(end, after(consecutive > 0 ? lastConsecutive : Long.MIN_VALUE, capLife));
        long unsettled = ladder.settleMicros() + Math.max(capLife, StepCounts.longestWindow(ladder));
        return Math.max(end, after(inFlight.newest(), unsettled));
    }

    /** Forgets all but what is in flight. */
    void clear() {
        rungs.clear();
        lock.clear();
        challenge.clear();
        networks.clear();
        consecutive = 0;
    }

    private void answeredWrong(LockoutPolicy ladder, long now) {
        if (pending(ladder, now) && challenge.countWrong(now) >= ladder.challengeAttempts()) {
            endChallenge(ladder);
            lock.begin(now, ladder.challengeLockMicros(), "");
        }
    }

    private void endChallenge(LockoutPolicy ladder) {
        challenge.clear();
        rungs.challengeEnded(ladder);
    }

    private long roomToAttempt(Reservation reservation, long now) {
        LockoutPolicy ladder = reservation.ladder();
        if (pending(ladder, now)) {
            return 0;
        }
        long room = rungs.room(ladder, now, inFlight, reservation.value());
        return ladder.cap() == 0
                ? room
                : Math.min(room, Math.max(1, ladder.cap() - consecutive(now)) - inFlight.attempts());
    }

    private long roomToAnswer(LockoutPolicy ladder, long now) {
        return pending(ladder, now)
                ? Math.max(1, ladder.challengeAttempts() - challenge.wrong()) - inFlight.challenges()
                : ladder.challengeAttempts();
    }

    private int consecutive(long now) {
        return now - lastConsecutive < CAP_MICROS ? consecutive : 0;
    }

    private static int lowestThreshold(LockoutPolicy ladder) {
        int lowest = ladder.cap() > 0 ? ladder.cap() : InFlight.MOST;
        for (Step step : ladder.steps()) {
            lowest = Math.min(lowest, step.failures());
        }
        return lowest;
    }

    private static long after(long time, long micros) {
        return time == Long.MIN_VALUE ? time : time + micros;
    }
}
