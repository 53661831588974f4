package io.github.ostiary.model;

import io.github.ostiary.store.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a lockout of one step means, in a few lines: what is counted and what is in flight together stay below the threshold. It
 * hears what guesses do, and never what the engine says of them.
 */
final class Oracle {

    private static final long SETTLE = (long) (Scenario.SETTLE * 1_000_000);
    private static final long LOCK = (long) (Scenario.LOCK * 1_000_000);
    private static final long LAG = 1_000_000;
    private static final long FOR_GOOD = Long.MAX_VALUE;
    private static final long WINDOW = (long) (Scenario.WINDOW * 1_000_000);

    private final Scenario scenario;
    private final Guess[] guesses;

    /** When the attempts began that failed since the last lock, and when unclear ends were given back. */
    private long[] failures;

    /** The same, where a success clears what failed on its node alone: another's failure may be told after it. Begin, node. */
    private final List<Long> untold = new ArrayList<>();

    private long[] given;
    private long lockedUntil;
    private long unlockedAt;
    private long lockedAt;
    private long provedAt;

    Oracle(Scenario scenario, Guess[] guesses) {
        this.scenario = scenario;
        this.guesses = guesses;
        reset();
    }

    void reset() {
        failures = new long[0];
        untold.clear();
        given = new long[0];
        lockedUntil = 0;
        lockedAt = 0;
        provedAt = 0;
        unlockedAt = 0;
    }

    boolean locked(long now) {
        return now < lockedUntil;
    }

    int inFlight() {
        int count = 0;
        for (Guess guess : guesses) {
            count += guess.inFlight() ? 1 : 0;
        }
        return count;
    }

    int counted(long now) {
        return counted(now, 0);
    }

    /** Of those that began after a success and an unlocking: all of them count, whenever the store hears of these. */
    int countedAtLeast(long now) {
        return counted(now, Math.max(unlockedAt, provedAt));
    }

    /** The most that may count while words are told late. */
    int countedAtMost(long now) {
        return (int) untold.stream().filter(begin -> now - begin < WINDOW).count();
    }

    private int counted(long now, long since) {
        int count = 0;
        for (long begin : failures) {
            count += now - begin < WINDOW && begin > since ? 1 : 0;
        }
        return count;
    }

    /** The store is asked: it finds the reservations that nobody has settled in time. */
    void expire(long now, int threshold) {
        Guess oldest = null;
        for (Guess guess : guesses) {
            if (guess.inFlight()
                    && now - guess.reserved >= SETTLE
                    && (oldest == null || guess.reserved < oldest.reserved)) {
                oldest = guess;
            }
        }
        if (oldest != null) {
            oldest.settled = true;
            if (oldest.reserved < unlockedAt) {
                oldest.forgiven = true;
            } else {
                failed(oldest.reserved, now, threshold);
            }
            expire(now, threshold);
        }
    }

    /** An attempt is reserved; says what is wrong with that, or null. */
    String granted(Guess guess, long now, int threshold) {
        String wrong = null;
        if (locked(now)) {
            wrong = "an attempt is let in although the key is locked";
        } else if (scenario.counted && Math.max(1, threshold - counted(now)) - inFlight() <= 0) {
            wrong = "an attempt is let in beside " + inFlight() + " in flight and " + counted(now) + " failures, where "
                    + threshold + " lock";
        }
        guess.reserved = now;
        guess.settled = false;
        return wrong;
    }

    /** An attempt ends as its application or its caller has it; says what the store must hear. */
    Operation ended(Guess guess, int how, long now, int threshold) {
        boolean open = guess.inFlight();
        guess.settled = true;
        guess.proved = how == Event.PROVED && !guess.shown;
        guess.neutral = how == Event.NEUTRAL && !guess.shown;
        if (how == Event.FAILED || how == Event.BARE || guess.shown) {
            if (open) {
                untold.add(guess.reserved);
                failed(guess.reserved, now, threshold);
            }
            return Operation.FAIL;
        }
        if (how == Event.PROVED) {
            if (open) {
                provedAt = now;
                failures = new long[0];
                untold.clear();
                forgive();
            }
            return Operation.SUCCEED;
        }
        if (how == Event.NEUTRAL) {
            return Operation.ABANDON;
        }
        guess.unclear = true;
        if (open && !givenBack(now)) {
            failed(guess.reserved, now, threshold);
        }
        return Operation.UNCLEAR;
    }

    private boolean givenBack(long now) {
        given = Arrays.stream(given).filter(each -> now - each < WINDOW).toArray();
        if (given.length >= scenario.unclear) {
            return false;
        }
        given = Arrays.copyOf(given, given.length + 1);
        given[given.length - 1] = now;
        return true;
    }

    private void failed(long begin, long now, int threshold) {
        failures = Arrays.copyOf(failures, failures.length + 1);
        failures[failures.length - 1] = begin;
        for (long first : failures) {
            int within = 0;
            for (long each : failures) {
                within += each >= first && each - first < WINDOW ? 1 : 0;
            }
            if (within >= threshold && begin >= first && begin - first < WINDOW) {
                lock(now, LOCK);
                failures = new long[0];
                return;
            }
        }
    }

    private void lock(long now, long micros) {
        if (scenario.counted) {
            lockedUntil = Math.max(lockedUntil, now + micros);
            forgive();
        }
    }

    void lockedByHand(long now) {
        lockedUntil = Math.max(lockedUntil, now + LOCK);
        lockedAt = now;
    }

    void blockedByHand(long now) {
        lockedUntil = FOR_GOOD;
        lockedAt = now;
    }

    /** What was written in the last second is lost: so may an unlocking be. */
    void failedOver(long now) {
        unlockedAt = now - unlockedAt <= LAG ? 0 : unlockedAt;
    }

    void unlockedByHand(long now) {
        lockedUntil = 0;
        failures = new long[0];
        untold.clear();
        given = new long[0];
        unlockedAt = now;
        forgive();
    }

    /** A guess is looked at; says what is wrong with that, or null. */
    String looked(long now, int passed, boolean faulty) {
        if (lockedUntil > 0 && now >= lockedUntil) {
            forgive();
            lockedUntil = 0;
        }
        int unproved = 0;
        for (Guess guess : guesses) {
            unproved +=
                    guess.looked && !guess.proved && !guess.neutral && !guess.forgiven && now - guess.lookedAt < WINDOW
                            ? 1
                            : 0;
        }
        int most = (scenario.threshold + scenario.unclear) * (faulty ? 1 + scenario.nodes : 1) + passed;
        return scenario.threshold > 0 && unproved > most
                ? unproved + " passwords are looked at without a proof, where " + most + " may be"
                : null;
    }

    /** A caller is told that the key is locked; says what is wrong with that, or null. */
    String deniedAsLocked(long now, boolean faulty) {
        // An unlocking that was lost on its way is told within a second; each node then knows a second later.
        long known = scenario.lossless && faulty ? 2_100_000 : 1_000_000;
        boolean stale = unlockedAt > 0 && now - unlockedAt < known;
        if (stale || !scenario.counted) {
            return null;
        }
        if (!faulty) {
            return locked(now) ? null : "a caller is denied by a lock, and there is none";
        }
        if (unlockedAt == 0 || lockedAt >= unlockedAt) {
            return null;
        }
        for (Guess guess : guesses) {
            if (guess.looked && (guess.lookedAt >= unlockedAt || guess.endedAt >= unlockedAt || guess.isAtWork())
                    || guess.stage == Guess.Stage.DEAD) {
                return null;
            }
        }
        return "the key was unlocked, nobody has guessed since, and it is locked again";
    }

    /** What has failed so far counts no more; who is still looked at, does. */
    private void forgive() {
        for (Guess guess : guesses) {
            guess.forgiven |= guess.looked && guess.settled;
        }
    }

    long digest(long now) {
        long hash = lockedUntil == FOR_GOOD ? FOR_GOOD : Math.max(0, lockedUntil - now);
        for (long begin : failures) {
            hash = Mix.of(hash, Math.min(WINDOW, now - begin));
        }
        hash = Mix.of(hash, 77);
        for (long at : given) {
            hash = Mix.of(hash, Math.min(WINDOW, now - at));
        }
        long since = unlockedAt == 0 ? 3_000_000 : Math.min(2_000_000, now - unlockedAt);
        return Mix.of(Mix.of(hash, since), lockedAt >= unlockedAt ? 1 : 0);
    }
}
