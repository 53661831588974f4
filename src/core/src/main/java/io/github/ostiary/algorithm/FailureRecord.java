package io.github.ostiary.algorithm;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.FoundBefore;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.LockoutPolicy.ChallengeTerms;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import org.jspecify.annotations.Nullable;

/**
 * The record of a key: the lock and the challenge that failures brought it, and the networks that successes came from. Most
 * keys have none. Not thread-safe.
 */
final class FailureRecord {

    private static final long BUSY_MICROS = 1_000_000;

    /** The verdict where nothing is in the way but others in flight. */
    static final Verdict BUSY = denying(Reason.BUSY, BUSY_MICROS, false);

    /** The verdict during a siege on a caller who is not known here. */
    static final Verdict BESIEGED = denying(Reason.CHALLENGE_REQUIRED, Verdict.NEVER, false);

    final Lock lock = new Lock();
    final Challenge challenge = new Challenge();
    final KnownNetworks networks = new KnownNetworks();

    /** The time when the key was unlocked while attempts were in flight, µs. */
    private long unlocked = Long.MIN_VALUE;

    /** The key was unlocked at a time, or later if it had been before. */
    void unlocked(@Nullable FailureRecord before, long time) {
        unlocked = before == null ? time : Math.max(before.unlocked, time);
    }

    /** Whether the key was unlocked after something had failed. */
    boolean forgives(long time) {
        return time < unlocked;
    }

    /** Begins a call: what began before is not new to it. */
    void callBegins() {
        lock.news = false;
        challenge.news = false;
    }

    boolean pending(LockoutPolicy policy, long now) {
        return challenge.pending(now, policy.pendingMicros());
    }

    Phase phase(LockoutPolicy policy, long now) {
        if (lock.holds(now)) {
            return lock.blocks(now) ? Phase.BLOCKED : Phase.LOCKED;
        }
        return pending(policy, now) ? Phase.CHALLENGED : Phase.OPEN;
    }

    /** How long it has been locked or challenged, µs; 0 if it is not. */
    long age(LockoutPolicy policy, long now) {
        return switch (phase(policy, now)) {
            case BLOCKED, LOCKED -> lock.age(now);
            case CHALLENGED -> challenge.age(now);
            case OPEN -> 0;
        };
    }

    /** How many failures the network of an attempt may still have: 0 if it is not known. */
    private int networksRoom(AttemptClaim asked, long now) {
        LockoutPolicy policy = asked.policy();
        long exempt = policy.aftermath().exemptMicros();
        return exempt == 0 || asked.network().isEmpty()
                ? 0
                : networks.left(asked.traits(), now, exempt, lowestThreshold(policy));
    }

    /** How the network of an attempt stands; see {@link FoundBefore}. */
    int network(AttemptClaim held, long now) {
        return held.network().isEmpty()
                ? FoundBefore.UNKNOWN
                : networks.standing(
                        held.traits(), now, held.policy().aftermath().exemptMicros());
    }

    /** Lets a network in, as if it had succeeded there, while a lock of a mark holds; false if that does not. */
    boolean admit(Traits traits, long mark, long now) {
        if (!lock.opens(mark, now)) {
            return false;
        }
        networks.succeeded(traits, now);
        networks.succeeded(traits.spelled(""), now);
        return true;
    }

    /** Whether a siege asks the caller of an attempt. */
    static boolean isStranger(@Nullable FailureRecord record, AttemptClaim asked, long now) {
        return asked.inSiege() && (record == null || record.networksRoom(asked, now) == 0);
    }

    /** Counts the attempts like this that may still be made: at least those allowed from elsewhere, more from an exempt network. Blocks exempt nobody. */
    long roomToAttempt(long elsewhere, AttemptClaim asked, StepCounts rungs, InFlight inFlight, long now) {
        LockoutPolicy policy = asked.policy();
        int left = policy.aftermath().exempts() && !lock.blocks(now) ? networksRoom(asked, now) : 0;
        return left == 0
                ? elsewhere
                : Math.max(
                        elsewhere,
                        Math.min(left - inFlight.attemptsLike(asked), rungs.room(policy, now, inFlight, asked, true)));
    }

    /** How many answers can be made, where so many could if none was wrong or in flight. */
    long roomToAnswer(long first, LockoutPolicy policy, InFlight inFlight, long now) {
        if (phase(policy, now) != Phase.CHALLENGED) {
            return first;
        }
        int wrong = policy.aftermath().challenge().lock() ? challenge.wrong() : 0;
        return Math.max(1, first - wrong) - inFlight.challenges();
    }

    /** Whether an answer is expected, which keeps the challenge pending. */
    boolean takesAnswer(LockoutPolicy policy, long now) {
        boolean pending = pending(policy, now);
        if (pending) {
            challenge.touch(now);
        }
        return pending;
    }

    /** The reason why there is no room. */
    Reason reason(LockoutPolicy policy, boolean attempt, long now) {
        return switch (phase(policy, now)) {
            case BLOCKED -> Reason.BLOCKED;
            case LOCKED -> Reason.LOCKED;
            case CHALLENGED -> attempt ? Reason.CHALLENGE_REQUIRED : Reason.BUSY;
            case OPEN -> Reason.BUSY;
        };
    }

    /** The verdict where there is no room. */
    Verdict denial(LockoutPolicy policy, boolean attempt, long now) {
        Reason reason = reason(policy, attempt, now);
        return switch (reason) {
            case BLOCKED -> denying(reason, Verdict.NEVER, lock.news);
            case LOCKED -> denying(reason, lock.end() - now, lock.news);
            case CHALLENGE_REQUIRED -> denying(reason, Verdict.NEVER, challenge.news);
            default -> BUSY;
        };
    }

    private static Verdict denying(Reason reason, long retry, boolean news) {
        return new Verdict(false, 0, retry, 0, 0, retry, new Consequence(reason, news));
    }

    /** Begins the hardest of the locks whose steps have just fired; challenges are asked beside it. */
    void fired(LockoutPolicy policy, StepCounts rungs, int hardest, long now, long from) {
        for (int i = 0; i < policy.steps().size(); i++) {
            if (rungs.hasJustFired(i) && policy.steps().get(i).action() == Step.Action.CHALLENGE) {
                challenge.ask(now, policy.pendingMicros());
            }
        }
        Step step = policy.steps().get(hardest);
        switch (step.action()) {
            case BLOCK -> lock.begin(now, Verdict.NEVER, "", from);
            case LOCK, DELAY -> lock.begin(now, step.duration(rungs.level(hardest)), "", from);
            case CHALLENGE -> {}
        }
        rungs.remember(Math.max(now, lock.end()));
    }

    /** An attempt has failed: a network is known no longer once it has failed as often as the lowest threshold. */
    void failed(LockoutPolicy policy, AttemptClaim held) {
        if (policy.aftermath().exemptMicros() > 0) {
            networks.failed(held.traits(), lowestThreshold(policy));
        }
    }

    /** An answer was wrong. So many of them end the challenge and lock, unless they never lock. */
    void answeredWrong(LockoutPolicy policy, StepCounts rungs, long now, long from) {
        ChallengeTerms terms = policy.aftermath().challenge();
        if (pending(policy, now) && challenge.countWrong(now) >= terms.attempts() && terms.lock()) {
            endChallenge(policy, rungs);
            lock.begin(now, terms.lockMicros(), "", from);
        }
    }

    /** An answer was right. */
    void answered(LockoutPolicy policy, StepCounts rungs, long now) {
        if (pending(policy, now)) {
            endChallenge(policy, rungs);
        }
    }

    private void endChallenge(LockoutPolicy policy, StepCounts rungs) {
        challenge.clear();
        rungs.challengeEnded(policy);
    }

    /** The lock starts anew, as long as it was, and so does the memory of what it follows from. */
    void extendLock(StepCounts rungs, long now) {
        long end = lock.end();
        lock.restart(now);
        rungs.moved(end, lock.end());
    }

    /** The time when nothing here tells anything any more, µs. */
    long end(LockoutPolicy policy) {
        long end = lock.end();
        if (challenge.touched() != Long.MIN_VALUE) {
            end = Math.max(end, challenge.touched() + policy.pendingMicros());
        }
        if (networks.newest() != Long.MIN_VALUE) {
            end = Math.max(end, networks.newest() + policy.aftermath().exemptMicros());
        }
        return end;
    }

    private static int lowestThreshold(LockoutPolicy policy) {
        int lowest = policy.cap() > 0 ? policy.cap() : InFlight.MOST;
        for (Step step : policy.steps()) {
            lowest = Math.min(lowest, step.failures());
        }
        return lowest;
    }
}
