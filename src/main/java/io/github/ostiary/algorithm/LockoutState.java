package io.github.ostiary.algorithm;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Reservation.Purpose;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Verdict;

/** The knowledge of one key, and what happens to it at a given time. Not thread-safe. */
final class LockoutState {

    private static final long CAP_MICROS = 366L * 86_400L * 1_000_000L;

    final StepCounts rungs = new StepCounts();
    final InFlight inFlight = new InFlight();
    final Lock lock = new Lock();
    final Challenge challenge = new Challenge();
    private final KnownNetworks networks = new KnownNetworks();
    private int consecutive;
    private long lastConsecutive;

    void failed(LockoutPolicy policy, PendingAttempt held, long now) {
        if (held.challenge()) {
            answeredWrong(policy, now);
            return;
        }
        if (policy.exemptMicros() > 0) {
            networks.failed(held.traits(), lowestThreshold(policy));
        }
        rungs.failed(policy, held, now, lock, challenge);
        rungs.prune(policy, inFlight.oldestAttempt(now));
        if (policy.count().cap() > 0) {
            if (consecutive(now) == 0) {
                consecutive = 0;
                rungs.failures.spellings.endStreaks();
            }
            consecutive++;
            rungs.failures.spellings.lengthenStreak(held.traits().spelling());
            lastConsecutive = now;
            if (consecutive >= policy.count().cap()) {
                lock.begin(now, Verdict.NEVER, "");
            }
        }
    }

    void succeeded(LockoutPolicy policy, PendingAttempt held, long now) {
        if (held.challenge()) {
            if (pending(policy, now)) {
                endChallenge(policy);
            }
            return;
        }
        if (policy.count().consecutive()) {
            rungs.succeeded(held.traits().spelling());
            consecutive -= rungs.failures.spellings.endStreak(held.traits().spelling());
        }
        if (policy.exemptMicros() > 0 && !held.traits().network().isEmpty()) {
            networks.succeeded(held.traits(), now);
        }
    }

    /** The lock starts anew, as long as it was, and so does the memory of what it follows from. */
    void extendLock(long now) {
        long end = lock.end();
        lock.restart(now);
        rungs.moved(end, lock.end());
    }

    boolean pending(LockoutPolicy policy, long now) {
        return challenge.pending(now, StepCounts.pendingLife(policy));
    }

    /** How many reservations like this can be made. */
    long room(Reservation reservation, long now) {
        if (lock.blocks(now)) {
            return 0;
        }
        LockoutPolicy policy = reservation.policy();
        boolean attempt = reservation.purpose() == Purpose.ATTEMPT;
        long room = lock.holds(now) ? 0 : attempt ? roomToAttempt(reservation, now) : roomToAnswer(policy, now);
        if (attempt && policy.exemptMicros() > 0 && !reservation.network().isEmpty()) {
            int left = networks.left(reservation.traits(), now, policy.exemptMicros(), lowestThreshold(policy));
            room = Math.max(room, left - inFlight.attemptsLike(reservation.traits()));
        }
        return Math.max(0, Math.min(room, InFlight.MOST - inFlight.size()));
    }

    /** What stands in the way where there is no room. */
    Reason denial(Reservation reservation, long now) {
        if (lock.holds(now)) {
            return lock.blocks(now) ? Reason.BLOCKED : Reason.LOCKED;
        }
        boolean attempt = reservation.purpose() == Purpose.ATTEMPT;
        return attempt && pending(reservation.policy(), now) ? Reason.CHALLENGE_REQUIRED : Reason.BUSY;
    }

    /** When nothing here tells anything any more, µs. */
    long end(LockoutPolicy policy) {
        long capLife = policy.count().cap() > 0 ? CAP_MICROS : 0;
        long end = Math.max(lock.end(), rungs.end(policy));
        if (challenge.touched() != Long.MIN_VALUE) {
            end = Math.max(end, challenge.touched() + StepCounts.pendingLife(policy));
        }
        if (policy.exemptMicros() > 0) {
            end = Math.max(end, after(networks.newest(), policy.exemptMicros()));
        }
        end = Math.max(end, after(consecutive > 0 ? lastConsecutive : Long.MIN_VALUE, capLife));
        if (inFlight.size() == 0) {
            return end;
        }
        long unsettled = policy.settleMicros() + Math.max(capLife, StepCounts.longestWindow(policy));
        return Math.max(end, inFlight.newest() + unsettled);
    }

    /** Forgets all but what is in flight. */
    void clear() {
        rungs.clear();
        lock.clear();
        challenge.clear();
        networks.clear();
        consecutive = 0;
    }

    private void answeredWrong(LockoutPolicy policy, long now) {
        if (pending(policy, now)
                && challenge.countWrong(now) >= policy.challenge().attempts()) {
            endChallenge(policy);
            lock.begin(now, policy.challenge().lockMicros(), "");
        }
    }

    private void endChallenge(LockoutPolicy policy) {
        challenge.clear();
        rungs.challengeEnded(policy);
    }

    private long roomToAttempt(Reservation reservation, long now) {
        LockoutPolicy policy = reservation.policy();
        if (pending(policy, now)) {
            return 0;
        }
        long room = rungs.room(policy, now, inFlight, reservation.value());
        return policy.count().cap() == 0
                ? room
                : Math.min(room, Math.max(1, policy.count().cap() - consecutive(now)) - inFlight.attempts());
    }

    private long roomToAnswer(LockoutPolicy policy, long now) {
        return pending(policy, now)
                ? Math.max(1, policy.challenge().attempts() - challenge.wrong()) - inFlight.challenges()
                : policy.challenge().attempts();
    }

    private int consecutive(long now) {
        return now - lastConsecutive < CAP_MICROS ? consecutive : 0;
    }

    private static int lowestThreshold(LockoutPolicy policy) {
        int lowest = policy.count().cap() > 0 ? policy.count().cap() : InFlight.MOST;
        for (Step step : policy.ladder().steps()) {
            lowest = Math.min(lowest, step.failures());
        }
        return lowest;
    }

    private static long after(long time, long micros) {
        return time == Long.MIN_VALUE ? time : time + micros;
    }
}
