package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens while a store goes and comes back: it hears all it is owed, once, and that of a key in order. */
class OutboxPropertyTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofMillis(20);
    private static final Operation[] ENDINGS = {
        Operation.FAIL, Operation.FAIL, Operation.SUCCEED, Operation.ABANDON, Operation.UNCLEAR
    };
    private static final int STEPS = 400;
    private static final int MOST_STEPS = 10 * STEPS;
    private static final int LEAST_LOCKS = 6;
    private static final int MOST_ENTRIES = 10_000;

    private final ManualTimeSource time = new ManualTimeSource();
    private final FaultyStore far = new FaultyStore(time, PATIENCE);
    private final TwoTiers tiers = new TwoTiers(
            new LocalDenialCache(1_000, time), far, new LocalStore(100_000, time), 1, PATIENCE, time, null);
    private final LockoutPolicy login =
            LockoutPolicies.policy().lock(3, 60, 600).settle(60).named("login");
    private final LockoutPolicy net =
            LockoutPolicies.policy().lock(50, 60, 600).settle(60).named("net");
    private final ConcurrencyPolicy work = new ConcurrencyPolicy("work", "", 1_000, 60_000_000, false);

    /** What the store should hear of each key, in order. */
    private final Map<String, List<String>> owed = new HashMap<>();

    private final List<List<Ask>> running = new ArrayList<>();
    private final List<List<Ask>> denied = new ArrayList<>();
    private final Set<String> lockedHere = new HashSet<>();

    /** What the store let in and this node did not: it is withdrawn in the background, at any time. */
    private final Set<String> withdrawn = new HashSet<>();

    private int ids;
    private int credits;
    private int delivered;
    private int locks;

    @AfterEach
    void close() {
        tiers.close();
    }

    /** A lease is a key of its own. */
    static String place(Claim claim) {
        return claim.needsSettling() ? claim.identity() : claim.id();
    }

    private void owe(String key, String what) {
        List<String> before = owed.computeIfAbsent(key, any -> new ArrayList<>());
        if (before.isEmpty() || !before.get(before.size() - 1).equals(what)) {
            before.add(what);
        }
    }

    /** How many locks a seed sees depends on withdrawals in the background, so it goes on until it has seen enough. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void allThatIsOwedArrivesOnceAndInOrder(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < STEPS || locks < LEAST_LOCKS && i < MOST_STEPS; i++) {
            boolean interrupted = random.nextInt(20) == 0;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            String as = step(random) + ", seed " + seed + ", step " + i;
            assertThat(Thread.interrupted()).as(as).isEqualTo(interrupted);
            time.advance(Duration.ofMillis(random.nextInt(5)));
            far.arrived.forEach((key, heard) -> assertThat(stripped(owed.getOrDefault(key, List.of())))
                    .as(key + ", " + as)
                    .startsWith(stripped(heard).toArray(String[]::new)));
            assertThat(far.credits).as(as).isEqualTo(credits);
        }
        deliverAll(random);
        assertThat(delivered).as("not in vain").isGreaterThan(8);
        assertThat(locks).as("not in vain").isGreaterThanOrEqualTo(LEAST_LOCKS);
    }

    private String step(Random random) {
        int kind = random.nextInt(100);
        if (kind < 40) {
            attempt(asks(random));
            return "attempt";
        } else if (kind < 65) {
            end(random);
            return "end";
        } else if (kind < 70 && !denied.isEmpty()) {
            attempt(denied.remove(random.nextInt(denied.size())));
            return "asked again";
        } else if (kind < 75) {
            unlock(new LockId(login, "user" + random.nextInt(6)));
            return "unlock";
        } else if (kind < 78) {
            lock(new LockId(login, "user" + random.nextInt(6)));
            return "lock";
        } else if (kind < 82) {
            credit();
            return "credit";
        } else if (kind < 90) {
            far.fault = FaultyStore.Fault.values()[random.nextInt(4)];
            far.after = random.nextInt(3) == 0 ? random.nextInt(3) : -1;
            return "fault " + far.fault;
        } else if (kind < 96) {
            deliver();
            return "delivery";
        }
        deliverAll(random);
        return "recovery";
    }

    private List<Ask> asks(Random random) {
        List<Ask> asks = new ArrayList<>();
        asks.add(ask(attempt(login, "user" + random.nextInt(6))));
        if (random.nextInt(3) == 0) {
            asks.add(ask(attempt(net, "net" + random.nextInt(2))));
        }
        if (random.nextInt(3) == 0) {
            asks.add(ask(new LeaseClaim(work, "all", "lease" + ids++)));
        }
        return asks;
    }

    private AttemptClaim attempt(LockoutPolicy policy, String who) {
        return new AttemptClaim(policy, who, "id" + ids++, Purpose.ATTEMPT, Traits.NONE, "");
    }

    private static Ask ask(Claim claim) {
        return new Ask(claim, Rules.limit(claim.rule(), List.of()), Key.of(claim.identity()));
    }

    private void attempt(List<Ask> asks) {
        List<Claim> claims = Ask.claims(asks);
        far.unanswered.clear();
        TierAnswer answer = tiers.decide(asks);
        Set<String> asked = Set.copyOf(far.asked);
        far.asked.clear();
        if (answer.admits(asks)) {
            running.add(asks);
            return;
        }
        boolean takenBack = false;
        for (Claim claim : claims) {
            takenBack |= far.granted.remove(claim.id()) && !far.unanswered.contains(claim.id());
        }
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            far.held.remove(claim.id());
            if (takenBack || withdrawn.contains(claim.id())) {
                withdrawn.add(claim.id());
            } else if (far.unanswered.contains(claim.id()) && asked.contains(claim.id())) {
                owe(place(claim), "ABANDON " + claim.id());
            }
            if (claim instanceof AttemptClaim of
                    && of.policy() == login
                    && answer.degraded()
                    && answer.said(i) != null
                    && answer.said(i).reason() == Reason.LOCKED) {
                lockedHere.add(claim.identity());
                locks++;
            }
        }
        if (!takenBack) {
            denied.add(asks);
        }
    }

    private void end(Random random) {
        if (running.isEmpty()) {
            return;
        }
        Operation ending = ENDINGS[random.nextInt(ENDINGS.length)];
        List<Claim> claims = Ask.claims(running.remove(random.nextInt(running.size())));
        tiers.settle(ending, claims);
        for (Claim claim : claims) {
            if (!claim.needsSettling() || far.held.contains(claim.id())) {
                owe(place(claim), ending + " " + claim.id());
            }
        }
    }

    /** What is locked within a second after it was unlocked elsewhere is not handed over: so that passes. */
    private void unlock(LockId place) {
        try {
            tiers.locks().unlock(place);
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
        owe(place.identity(), "UNLOCK");
        lockedHere.remove(place.identity());
        time.advance(Duration.ofMillis(1_100));
    }

    private void lock(LockId place) {
        try {
            tiers.locks().lock(place, "", 600_000_000, "by hand");
        } catch (StoreException e) {
            assertThat(e).hasMessageMatching("away|HUNG|LOST");
        }
    }

    private void credit() {
        int before = far.credits;
        try {
            tiers.change(Operation.CREDIT, List.of(new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "bob", 1)));
        } catch (StoreException e) {
            assertThat(e).hasMessageMatching("away|HUNG|LOST");
        }
        credits += far.credits - before;
    }

    private void deliver() {
        try {
            tiers.returning(Store.UNDIVIDED);
        } catch (StoreException e) {
            assertThat(e).hasMessageMatching("away|HUNG|LOST");
        }
    }

    /** The store answers again, and all that runs ends: nothing is left to tell. */
    private void deliverAll(Random random) {
        while (!running.isEmpty()) {
            end(random);
        }
        far.fault = FaultyStore.Fault.NONE;
        far.after = -1;
        Await.until(
                () -> {
                    deliver();
                    return !tiers.outbox.isWaiting();
                },
                BOUND);
        owed.forEach((key, all) -> assertThat(stripped(far.arrived.getOrDefault(key, List.of())))
                .as(key)
                .isEqualTo(stripped(all)));
        for (String who : lockedHere) {
            assertThat(phase(who)).as(who).isEqualTo(Phase.LOCKED);
        }
        delivered++;
        lockedHere.clear();
    }

    private Phase phase(String who) {
        try {
            return far.store.locks().state(new LockId(login, who)).phase();
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    /** Without what comes at any time; what is withdrawn twice is so once. */
    private List<String> stripped(List<String> all) {
        List<String> rest = new ArrayList<>();
        for (String one : all) {
            boolean any = withdrawn.contains(one.substring(one.indexOf(' ') + 1));
            boolean again = one.startsWith("ABANDON")
                    ? rest.contains(one)
                    : !rest.isEmpty() && rest.get(rest.size() - 1).equals(one);
            if (!any && !again) {
                rest.add(one);
            }
        }
        return rest;
    }

    /** Ten thousand are kept, whatever came; the others end there by themselves. */
    @Test
    void whatFindsNoRoomIsDropped() {
        for (int i = 0; i < MOST_ENTRIES + 2_000; i++) {
            attempt(List.of(ask(attempt(login, "caller" + i))));
        }
        far.fault = FaultyStore.Fault.AWAY;
        Random random = new Random(1);
        while (!running.isEmpty()) {
            end(random);
        }
        far.fault = FaultyStore.Fault.NONE;
        deliver();
        assertThat(far.arrived.values().stream().mapToInt(List::size).sum()).isEqualTo(MOST_ENTRIES);
        assertThat(tiers.outbox.isWaiting()).isFalse();
    }
}
