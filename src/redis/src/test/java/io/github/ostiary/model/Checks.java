package io.github.ostiary.model;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.model.Guess.Stage;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.SharedStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What must hold at every step, by what the stores are told and by what guesses do. */
final class Checks implements SharedStore.Listener {

    private static final long LEASE_MICROS = 2_000_000;
    private static final long LOCK = (long) (Scenario.LOCK * 1_000_000);

    /** What is owed to the store is told within a second. */
    private static final long TOLD_MICROS = 1_015_000;

    final Oracle oracle;
    private final World world;

    /** The first thing that is wrong, or null. */
    String violation;

    /** Whose first question is on its way. */
    Guess arriving;

    /** When answers were wrong since one was right, or operators or a success began anew. */
    private final Deque<Long> wrongs = new ArrayDeque<>();

    private int passed;
    private int refused;
    private boolean pending;

    /** What permits of a limit are used. */
    final UsedPermits used;

    Checks(World world) {
        this.world = world;
        for (int i = 0; i < world.guesses.length; i++) {
            world.guesses[i] = new Guess(i);
        }
        this.oracle = new Oracle(world.scenario, world.guesses);
        this.used = new UsedPermits(world);
    }

    void reset() {
        oracle.reset();
        used.reset();
        wrongs.clear();
        violation = null;
        arriving = null;
        passed = 0;
        refused = 0;
    }

    void wrong(String what) {
        if (violation == null && what != null) {
            violation = what;
        }
    }

    private long now() {
        return world.clock.now();
    }

    private Guess of(Claim claim) {
        for (Guess guess : world.guesses) {
            if (claim.id().equals(guess.attempt)
                    || claim.id().equals(guess.lease)
                    || claim.id().equals(guess.answer)) {
                return guess;
            }
        }
        return null;
    }

    private static boolean isAttempt(Claim claim) {
        return claim instanceof AttemptClaim reservation
                && reservation.purpose() == Purpose.ATTEMPT
                && !reservation.id().isEmpty();
    }

    @Override
    public void asked(Operation operation, List<? extends Claim> claims) {
        for (Claim claim : claims) {
            if (claim instanceof AttemptClaim reservation) {
                oracle.expire(now(), reservation.policy().steps().get(0).failures());
            }
            if (operation == Operation.DECIDE && world.scenario.challenged && isAttempt(claim)) {
                pending = world.shared.state(world.place).phase() == LockState.Phase.CHALLENGED;
            }
        }
    }

    @Override
    public void answered(Operation operation, List<? extends Claim> claims, List<Verdict> verdicts) {
        if (operation == Operation.DECIDE) {
            decided(claims, verdicts);
        } else if (operation.ends()) {
            for (Claim claim : claims) {
                heard(operation, claim);
            }
        }
    }

    private void decided(List<? extends Claim> claims, List<Verdict> verdicts) {
        boolean granted = verdicts.stream().allMatch(Verdict::passed);
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            Guess guess = of(claim);
            if (guess == null) {
                guess = arriving;
                if (guess != null) {
                    named(guess, claim);
                }
            }
            if (guess != null && isAttempt(claim)) {
                guess.challengedFirst |= !granted && verdicts.get(i).reason() == Reason.CHALLENGE_REQUIRED;
            }
            if (guess != null && granted) {
                granted(guess, claim);
            }
        }
    }

    private static void named(Guess guess, Claim claim) {
        if (claim instanceof LeaseClaim) {
            guess.lease = claim.id();
        } else if (isAttempt(claim)) {
            guess.attempt = claim.id();
        } else {
            guess.answer = claim.id();
        }
    }

    private void granted(Guess guess, Claim claim) {
        if (claim instanceof LeaseClaim) {
            leased(guess);
        } else if (!isAttempt(claim)) {
            guess.answersPending = isChallenged();
        } else if (guess.reserved == 0) {
            int threshold = ((AttemptClaim) claim).policy().steps().get(0).failures();
            guess.threshold = threshold;
            String found = oracle.granted(guess, now(), threshold);
            if (!world.faulty) {
                wrong(found);
                if (pending && !(guess.asked == 1 && guess.right())) {
                    wrong("an attempt is let in while a challenge is pending that guess " + (guess.number + 1)
                            + " has not passed");
                }
            }
        }
    }

    private void leased(Guess guess) {
        int inUse = 0;
        for (Guess other : world.guesses) {
            boolean running = other.leased > 0 && !other.released && other != guess && other.stage != Stage.DEAD;
            boolean out = other.stage == Stage.LEFT && now() - other.leftAt >= LEASE_MICROS * 2 / 3;
            inUse += running && !out ? 1 : 0;
        }
        guess.leased = now();
        if (!world.faulty && inUse >= world.scenario.permits) {
            wrong("a permit is given out while " + inUse + " of " + world.scenario.permits + " are in use");
        }
    }

    private void heard(Operation operation, Claim claim) {
        Guess guess = of(claim);
        if (guess == null || world.faulty) {
            return;
        }
        if (claim instanceof LeaseClaim) {
            if (guess.isAtWork() && !guess.released && !guess.settling) {
                wrong("the permit of guess " + (guess.number + 1) + " is given back while it is at work");
            }
            guess.leased = 0;
        } else if (isAttempt(claim)) {
            guess.endings++;
            if (guess.ending != null && guess.ending != operation) {
                wrong("the attempt of guess " + (guess.number + 1) + " ends twice: " + guess.ending + ", " + operation);
            }
            guess.ending = operation;
            if (!guess.looked) {
                guess.settled = true;
            }
        }
    }

    void verifying(Guess guess) {
        if (guess.asked > 1) {
            wrong("the verifier is asked twice about the answer of guess " + (guess.number + 1));
        }
        if (guess.looked) {
            wrong("the answer of guess " + (guess.number + 1) + " is verified after its password is looked at");
        }
        passed += guess.right() ? 1 : 0;
        refused += guess.right() || guess.throwing() ? 0 : 1;
    }

    /** The verifier has come to an end, and the engine hears of it next. Whoever has left is none of these. */
    void verified(Guess guess) {
        if (guess.right()) {
            wrongs.clear();
        } else if (!guess.throwing()
                && guess.stage != Stage.ENDED
                && guess.stage != Stage.DEAD
                && guess.answersPending
                && isChallenged()) {
            wrongs.addLast(now());
        }
    }

    private boolean isChallenged() {
        return world.shared.state(world.place).phase() == LockState.Phase.CHALLENGED;
    }

    /** So many wrong answers, within the time that they lock for, lock. */
    private boolean isLockedByAnswers() {
        while (!wrongs.isEmpty() && now() - wrongs.peekFirst() >= LOCK) {
            wrongs.removeFirst();
        }
        return wrongs.size() >= world.scenario.policy.aftermath().challenge().attempts();
    }

    void looked(Guess guess) {
        boolean guarded = world.scenario.threshold > 0;
        if (guarded && guess.reserved == 0) {
            wrong("guess " + (guess.number + 1) + " is looked at without a reservation");
        }
        if (guarded && guess.challengedFirst && guess.asked != 1 && !world.faulty) {
            wrong("guess " + (guess.number + 1) + " is looked at, and nobody has verified its answer");
        }
        int terms = world.scenario.policy.aftermath().challenge().attempts();
        wrong(oracle.looked(now(), passed + refused / terms, world.faulty));
    }

    void denied(Guess guess, Reason reason) {
        boolean full = reason == Reason.CONCURRENCY_LIMITED || reason == Reason.BUSY && world.scenario.waitMicros == 0;
        if (world.onlyRight && !full) {
            wrong("guess " + (guess.number + 1) + " is denied (" + reason + "), and nothing but right passwords came");
        }
        if (world.faulty && full && isIdle()) {
            wrong("guess " + (guess.number + 1) + " is denied, and nobody has had a permit for two leases");
        }
        if (isLock(reason)) {
            wrong(oracle.deniedAsLocked(now(), world.faulty));
        }
    }

    /** Whether all permits must have come back by themselves, whatever the store did. */
    private boolean isIdle() {
        long since = Math.max(0, world.faultAt);
        for (Guess guess : world.guesses) {
            boolean working = guess.stage == Stage.LOOKED_AT || guess.stage == Stage.DEAD;
            if (guess.leased > 0 && working) {
                return false;
            }
            since = Math.max(since, Math.max(guess.leased, Math.max(guess.leftAt, guess.endedAt)));
        }
        return now() - since > 2 * LEASE_MICROS;
    }

    /** The end of a guess, before the engine hears of it. */
    void ending(Guess guess, int how) {
        oracle.expire(now(), guess.threshold);
        guess.expected = oracle.ended(guess, how, now(), guess.threshold);
        if (how == Event.PROVED) {
            wrongs.clear();
        }
        guess.settling = true;
    }

    /** After. */
    void settled(Guess guess) {
        guess.settling = false;
        if (world.faulty || guess.reserved == 0) {
            return;
        }
        if (guess.endings != 1) {
            wrong("the attempt of guess " + (guess.number + 1) + " ends " + guess.endings + " times");
        }
        if (guess.ending != guess.expected) {
            wrong("the end of guess " + (guess.number + 1) + " is told as " + guess.ending + ", not " + guess.expected);
        }
    }

    void givenUp(Guess guess) {
        guess.released = true;
    }

    void locked(boolean told) {
        if (told) {
            oracle.expire(now(), world.scenario.threshold);
            oracle.lockedByHand(now());
            wrongs.clear();
        }
    }

    void blocked(boolean told) {
        if (told) {
            oracle.expire(now(), world.scenario.threshold);
            oracle.blockedByHand(now());
            wrongs.clear();
        }
    }

    void failedOver() {
        oracle.failedOver(now());
    }

    void unlocked(boolean told) {
        wrongs.clear();
        oracle.expire(now(), world.scenario.threshold);
        oracle.unlockedByHand(now());
    }

    /** Time has passed: whoever looks finds what it has done. */
    void passed() {
        LockState unused = world.shared.state(world.place);
        oracle.expire(now(), world.scenario.threshold);
    }

    int challenges() {
        return passed << 4 | refused;
    }

    /** After each step. */
    void after() {
        for (Guess guess : world.guesses) {
            if (!guess.looked && guess.reserved > 0 && guess.endings == 0 && !world.faulty) {
                if (guess.stage == Stage.DENIED || guess.stage == Stage.ENDED && world.nested == 0) {
                    wrong("the reservation of guess " + (guess.number + 1) + ", which never began, is left behind");
                }
            }
            if (guess.looked && guess.expected == null && guess.endings > 0 && guess.stage != Stage.DEAD) {
                wrong("the attempt of guess " + (guess.number + 1) + " ends while it is at work: " + guess.ending);
            }
        }
        if (world.scenario.limit > 0) {
            wrong(used.remaining());
        }
    }

    /** What the store shows against what guesses have done. */
    void compare(LockState shown) {
        if (world.scenario.threshold == 0) {
            return;
        }
        if (world.faulty) {
            afterwards(shown);
            return;
        }
        if (isLockedByAnswers() && !isLocked(shown)) {
            wrong(wrongs.size() + " answers to a challenge were wrong, and the key is not locked");
        }
        if (shown.inFlight() != oracle.inFlight()) {
            wrong("the store has " + shown.inFlight() + " attempts in flight, and " + oracle.inFlight() + " are");
        }
        if (world.scenario.counted && isLocked(shown) != oracle.locked(now())) {
            wrong("the store says " + shown.phase() + ", and the key should " + (oracle.locked(now()) ? "" : "not ")
                    + "be locked");
        }
    }

    /** What was lost on its way has been said again: nothing is otherwise than without the loss. */
    private void afterwards(LockState shown) {
        if (!world.scenario.lossless || now() - world.faultAt < TOLD_MICROS) {
            return;
        }
        if (isLocked(shown) != oracle.locked(now())) {
            wrong("the store says " + shown.phase() + " after all was told, and the key should "
                    + (oracle.locked(now()) ? "" : "not ") + "be locked");
        }
        int least = oracle.countedAtLeast(now());
        int most = oracle.countedAtMost(now());
        if (shown.failures() < least || shown.failures() > most) {
            wrong("the store has counted " + shown.failures() + " failures after all was told, and there were " + least
                    + " to " + most);
        }
    }

    private static boolean isLocked(LockState shown) {
        return shown.phase() == LockState.Phase.LOCKED || shown.phase() == LockState.Phase.BLOCKED;
    }

    static boolean isLock(Reason reason) {
        return reason == Reason.LOCKED || reason == Reason.BLOCKED;
    }
}
