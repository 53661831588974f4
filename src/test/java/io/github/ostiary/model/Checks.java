package io.github.ostiary.model;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.model.Guess.Stage;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Reservation.Purpose;
import io.github.ostiary.store.Verdict;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What must hold at every step, by what the stores are told and by what guesses do. */
final class Checks implements SharedStore.DenialCacheBenchmark {

    private static final long LEASE_MICROS = 2_000_000;
    private static final long WINDOW = (long) (Scenario.WINDOW * 1_000_000);

    final Oracle oracle;
    private final World world;

    /** The first thing that is wrong, or null. */
    String violation;

    /** Whose first question is on its way. */
    Guess arriving;

    private int passed;
    private int refused;
    private boolean pending;
    private int creditedBy;
    private long creditedAt;

    /** Permits used of a limit: when and how many. */
    private final Deque<long[]> used = new ArrayDeque<>();

    Checks(World world) {
        this.world = world;
        for (int i = 0; i < world.guesses.length; i++) {
            world.guesses[i] = new Guess(i);
        }
        this.oracle = new Oracle(world.scenario, world.guesses);
    }

    void reset() {
        oracle.reset();
        used.clear();
        violation = null;
        arriving = null;
        passed = 0;
        refused = 0;
        creditedBy = 0;
        creditedAt = 0;
    }

    private void wrong(String what) {
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
        return claim instanceof Reservation reservation
                && reservation.purpose() == Purpose.ATTEMPT
                && !reservation.id().isEmpty();
    }

    @Override
    public void asked(Operation operation, List<? extends Claim> claims) {
        for (Claim claim : claims) {
            if (claim instanceof Reservation reservation) {
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
        } else if (isAttempt(claim) && guess.reserved == 0) {
            int threshold = ((Reservation) claim).policy().steps().get(0).failures();
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
        if (isLock(reason)) {
            wrong(oracle.deniedAsLocked(now(), world.faulty));
        }
    }

    /** The end of a guess, before the engine hears of it. */
    void ending(Guess guess, int how) {
        oracle.expire(now(), guess.threshold);
        guess.expected = oracle.ended(guess, how, now(), guess.threshold);
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
        }
    }

    void unlocked(boolean told) {
        oracle.expire(now(), world.scenario.threshold);
        oracle.unlockedByHand(now());
    }

    /** Time has passed: whoever looks finds what it has done. */
    void passed() {
        LockState unused = world.shared.state(world.place);
        oracle.expire(now(), world.scenario.threshold);
    }

    void took(int node, int permits, boolean allowed) {
        boolean room = used() + permits <= world.scenario.limit;
        boolean stale = node != creditedBy && now() - creditedAt < 1_000_000;
        if (allowed) {
            charged(permits);
        }
        if (allowed && !room || room && !allowed && !stale) {
            wrong(allowed ? "more permits are given than there are" : "permits that are left are denied");
        }
    }

    void charged(int permits) {
        used.addLast(new long[] {now(), permits});
    }

    /** A debt is at most one whole limit. */
    void chargedAfterwards(int permits) {
        long counted = Math.min(permits, 2L * world.scenario.limit - used());
        if (counted > 0) {
            charged((int) counted);
        }
    }

    void credited(int node, int permits) {
        creditedBy = node;
        creditedAt = now();
        long left = permits;
        long unused = used();
        while (left > 0 && !used.isEmpty()) {
            long[] oldest = used.peekFirst();
            long taken = Math.min(left, oldest[1]);
            oldest[1] -= taken;
            left -= taken;
            if (oldest[1] == 0) {
                used.removeFirst();
            }
        }
    }

    private long used() {
        long sum = 0;
        while (!used.isEmpty() && now() - used.peekFirst()[0] >= WINDOW) {
            used.removeFirst();
        }
        for (long[] each : used) {
            sum += each[1];
        }
        return sum;
    }

    int challenges() {
        return passed << 4 | refused;
    }

    long digestOfUsed() {
        long hash = Mix.of(used(), Math.min(1_000_000, now() - creditedAt) << 4 | creditedBy);
        for (long[] each : used) {
            hash = Mix.of(Mix.of(hash, now() - each[0]), each[1]);
        }
        return hash;
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
            remaining();
        }
    }

    private void remaining() {
        long left = Math.max(0, world.scenario.limit - used());
        for (int i = 0; i < world.nodes.length; i++) {
            if (world.touched[i] && world.nodes[i].remaining(world.key[0]) != left) {
                wrong("node " + (i + 1) + " says that " + world.nodes[i].remaining(world.key[0])
                        + " permits are left, not " + left);
            }
        }
    }

    /** What the store shows against what guesses have done. */
    void compare(LockState shown) {
        if (world.faulty || world.scenario.threshold == 0) {
            return;
        }
        if (shown.inFlight() != oracle.inFlight()) {
            wrong("the store has " + shown.inFlight() + " attempts in flight, and " + oracle.inFlight() + " are");
        }
        if (world.scenario.counted && (shown.phase() == LockState.Phase.LOCKED) != oracle.locked(now())) {
            wrong("the store says " + shown.phase() + ", and the key should " + (oracle.locked(now()) ? "" : "not ")
                    + "be locked");
        }
    }

    static boolean isLock(Reason reason) {
        return reason == Reason.LOCKED || reason == Reason.BLOCKED;
    }
}
