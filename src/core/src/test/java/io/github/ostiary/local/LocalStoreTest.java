package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreContract;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LockoutPolicies;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LocalStoreTest extends StoreContract {

    private static final Limit LIMIT =
            new Limit(new LimitId("r", "r", "0"), Algorithm.SLIDING_LOG, Rate.parse("1/1m"), 0, false, false);

    @Override
    protected Store open(ManualTimeSource time) {
        return new LocalStore(100_000, time);
    }

    private static boolean passes(LocalStore store, String identity) throws StoreException {
        return Asked.decide(store, List.of(new Charge(LIMIT, identity, 1)))
                .get(0)
                .passed();
    }

    private static Limit counting(String rule, boolean shadow) {
        return new Limit(
                new LimitId(rule, rule, "c" + shadow), Algorithm.SLIDING_LOG, Rate.parse("1/1m"), 0, true, shadow);
    }

    /** A denied address would else begin as many counters as it can make up keys. */
    @Test
    void whereItsOwnRuleDeniesNoCounterOfAMadeUpKeyIsBegun() throws StoreException {
        LocalStore store = new LocalStore(1_000, time);
        Charge address = new Charge(LIMIT, "1.2.3.4", 1);
        Charge reporting = new Charge(counting("other", true), "1.2.3.4", 1);
        Asked.decide(store, List.of(address));
        Asked.decide(store, List.of(reporting));
        assertThat(store.held()).isEqualTo(2);
        Asked.decide(store, List.of(address, new Charge(counting("r", false), "made up", 1)));
        assertThat(store.held()).as("of the rule that denies").isEqualTo(2);
        Asked.decide(store, List.of(address, new Charge(counting("another", false), "real", 1)));
        assertThat(store.held())
                .as("of another rule, which counts what is denied")
                .isEqualTo(3);
        Asked.decide(store, List.of(reporting, address, new Charge(counting("other", false), "real", 1)));
        assertThat(store.held()).as("of a rule that only reports").isEqualTo(4);
    }

    @Test
    void noDecisionKeepsOthersOut() throws StoreException {
        LocalStore store = new LocalStore(1_000, time);
        List<Charge> both = List.of(new Charge(LIMIT, "a", 1), new Charge(LIMIT, "b", 1));
        assertThat(store.decide(both.get(0), Long.MAX_VALUE).passed()).isTrue();
        assertThat(store.decide(both.get(0), Long.MAX_VALUE).passed()).isFalse();
        Asked.decide(store, both);
        store.ask(Operation.CHARGE, both, Long.MAX_VALUE);
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> Asked.decide(store, both));
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> store.ask(Operation.CHARGE, both, Long.MAX_VALUE));
    }

    @Test
    void evictionIsNoAmnesty() throws StoreException {
        LocalStore store = new LocalStore(1_000, time);
        assertThat(passes(store, "victim")).isTrue();
        for (int i = 0; i < 2_000; i++) {
            passes(store, "flood" + i);
        }
        assertThat(passes(store, "victim")).isFalse();
    }

    @Test
    void aMillionKeysStayInBoundedMemory() throws StoreException {
        LocalStore store = new LocalStore(1_000, time);
        for (int i = 0; i < 1_000_000; i++) {
            passes(store, "flood" + i);
        }
        assertThat(store.size()).isLessThanOrEqualTo(1_000 + 1_024);
    }

    @Test
    void aCallerKeepsItsSharedCounterWhenRoomIsFoundAgain() throws StoreException {
        LocalStore store = new LocalStore(10, time);
        for (int i = 0; i < 10; i++) {
            passes(store, "early" + i);
        }
        time.advance(Duration.ofSeconds(30));
        assertThat(passes(store, "late")).isTrue();
        time.advance(Duration.ofSeconds(31));
        assertThat(passes(store, "late"))
                .as("the early ones are gone, its own minute is not over")
                .isFalse();
        time.advance(Duration.ofSeconds(30));
        assertThat(passes(store, "late")).isTrue();
    }

    @Test
    void lookUpsLessThanASecondApartKeepACounter() throws StoreException {
        LocalStore store = new LocalStore(100, time);
        Limit five = new Limit(new LimitId("r", "r", "0"), Algorithm.SLIDING_LOG, Rate.parse("5/2s"), 0, false, false);
        Charge one = new Charge(five, "k", 1);
        Asked.decide(store, List.of(one));
        time.advance(Duration.ofMillis(990));
        for (int i = 0; i < 4; i++) {
            Asked.decide(store, List.of(one));
        }
        time.advance(Duration.ofMillis(1_010));
        assertThat(Asked.decide(store, List.of(one)).get(0).remaining()).isZero();
    }

    @Test
    void idleCountersAreLetGo() throws StoreException {
        LocalStore store = new LocalStore(100_000, time);
        for (int i = 0; i < 1_000; i++) {
            passes(store, "k" + i);
        }
        time.advance(Duration.ofMinutes(2));
        passes(store, "one");
        assertThat(store.size()).isEqualTo(1);
    }

    /** Callers of two plans behind one address share its counter. */
    @Test
    void aCounterLivesAsLongAsItsLongestWindow() throws StoreException {
        LocalStore store = new LocalStore(10, time);
        Limit hourly =
                new Limit(new LimitId("r", "r", "0"), Algorithm.SLIDING_LOG, Rate.parse("3/1h"), 0, false, false);
        List<Charge> quick = List.of(new Charge(LIMIT, "bob", 1));
        List<Charge> slow = List.of(new Charge(hourly, "bob", 1));
        Asked.decide(store, quick);
        Asked.decide(store, slow);
        time.advance(Duration.ofMinutes(10));
        assertThat(Asked.peek(store, slow).get(0).remaining()).isEqualTo(1);
    }

    @Test
    void aCounterIsKeptUntilTheLastSlotAhead() throws StoreException {
        LocalStore store = new LocalStore(10, time);
        Limit limit =
                new Limit(new LimitId("r", "r", "0"), Algorithm.LEAKY_BUCKET, Rate.parse("1/1s"), 0, false, false);
        for (int i = 0; i < 60; i++) {
            Asked.decide(store, List.of(new Charge(limit, "bob", 1, 60_000_000)));
        }
        time.advance(Duration.ofSeconds(59));
        assertThat(Asked.decide(store, List.of(new Charge(limit, "bob", 1)))
                        .get(0)
                        .passed())
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsKnownToBeUsedCountsEachTimeThisStoreStandsIn(Algorithm algorithm) throws StoreException {
        AtomicLong known = new AtomicLong(1);
        Limit four = new Limit(new LimitId("r", "r", "0"), algorithm, Rate.parse("4/1h"), 0, false, false);
        LocalStore store = new LocalStore(10, time, (charge, now) -> known.get());
        List<Charge> one = List.of(new Charge(four, "bob", 1));
        assertThat(Asked.decide(store, one).get(0).remaining()).isEqualTo(2);
        known.set(3);
        assertThat(Asked.decide(store, one).get(0).remaining()).isZero();
        assertThat(Asked.decide(store, one).get(0).passed()).isFalse();
    }

    /** Each alone would pass, so neither may be told that it did. */
    @Test
    void ofTwoThatShareACounterTheOneTooManyIsTold() throws StoreException {
        LocalStore store = new LocalStore(0, time);
        ConcurrencyPolicy one = new ConcurrencyPolicy("c", "", 1, 10_000_000, false);
        int shared = 0;
        for (int i = 0; i < 20_000; i++) {
            List<Claim> charges = List.of(new Charge(LIMIT, "a" + i, 1), new Charge(LIMIT, "b" + i, 1));
            List<Claim> entries = List.of(new LeaseClaim(one, "a" + i, "x"), new LeaseClaim(one, "b" + i, "y"));
            if (charges.get(0)
                    .counterId()
                    .overflow(1_024)
                    .equals(charges.get(1).counterId().overflow(1_024))) {
                assertThat(Asked.decide(store, charges))
                        .extracting(Verdict::passed)
                        .contains(false);
                assertThat(Asked.decide(store, entries))
                        .extracting(Verdict::passed)
                        .contains(false);
                assertThat(Asked.decide(store, entries))
                        .extracting(Verdict::retryMicros)
                        .allMatch(micros -> micros >= 0 && micros != Verdict.NEVER);
                shared++;
            }
        }
        assertThat(shared).isPositive();
    }

    /** All of these have one {@link String#hashCode}: whoever could choose his slot could choose whom he meets there. */
    @Test
    void nobodyChoosesWhomHeSharesACounterWith() {
        Set<CounterId> slots = new HashSet<>();
        Set<Integer> hashes = new HashSet<>();
        for (int bits = 0; bits < 256; bits++) {
            StringBuilder name = new StringBuilder();
            for (int i = 0; i < 8; i++) {
                name.append((bits >> i & 1) == 0 ? "Aa" : "BB");
            }
            CounterId id = new Charge(LIMIT, name.toString(), 1);
            slots.add(id.overflow(1_024));
            hashes.add(id.hashCode());
        }
        assertThat(slots).hasSizeGreaterThan(150);
        assertThat(hashes).hasSizeGreaterThan(240);
    }

    @Test
    void twoIdentitiesThatShareACounterCannotPassItTogether() throws StoreException {
        LocalStore store = new LocalStore(0, time);
        Limit three = new Limit(new LimitId("r", "r", "0"), Algorithm.SLIDING_LOG, Rate.parse("3/1m"), 0, false, false);
        for (int i = 0; i < 5_000; i++) {
            Asked.decide(store, List.of(new Charge(three, "a" + i, 1), new Charge(three, "b" + i, 1)));
        }
        for (int i = 0; i < 5_000; i++) {
            var verdicts = Asked.peek(store, List.of(new Charge(three, "a" + i, 1)));
            assertThat(verdicts.get(0).remaining()).isBetween(0L, 3L);
        }
    }

    /** It is denied by one, and hears of it what it would if it asked that one alone. */
    @Test
    void aDenialAmongOthersHasTheFiguresThatItHasAlone() throws StoreException {
        LocalStore store = new LocalStore(100, time);
        Limit five = new Limit(new LimitId("r", "r", "0"), Algorithm.SLIDING_LOG, Rate.parse("5/1m"), 0, false, false);
        Asked.decide(store, List.of(new Charge(five, "bob", 2)));
        time.advance(Duration.ofSeconds(10));
        Asked.decide(store, List.of(new Charge(five, "bob", 2)));
        Charge four = new Charge(five, "bob", 4);
        List<Verdict> both = Asked.decide(store, List.of(four, new Charge(LIMIT, "eve", 1)));
        assertThat(both.get(0)).isEqualTo(Asked.decide(store, List.of(four)).get(0));
        assertThat(both.get(0).retryMicros()).isEqualTo(60_000_000);
        assertThat(both.get(0).changeMicros()).isEqualTo(50_000_000);
    }

    @Test
    void allThatIsHeldIsCounted() throws StoreException {
        LocalStore store = new LocalStore(100, time);
        ConcurrencyPolicy one = new ConcurrencyPolicy("c", "", 1, 10_000_000, false);
        for (String who : List.of("a", "b", "c", "d")) {
            Asked.decide(store, List.of(new Charge(LIMIT, who, 1)));
        }
        Asked.decide(store, List.of(new LeaseClaim(one, "a", "x")));
        Asked.decide(store, List.of(new LeaseClaim(one, "b", "x")));
        store.locks().lock(new LockId(LockoutPolicies.policy().lock(3, 60, 60).named("l"), "a"), "", 1, "");
        assertThat(store.held()).isEqualTo(4 + 2 + 1);
    }

    /** Between the look-ups of a decision a reset by another thread takes the first counter away. */
    @Test
    void aCounterThatLeavesDuringADecisionIsLookedUpAgain() throws StoreException {
        AtomicReference<LocalStore> store = new AtomicReference<>();
        AtomicInteger looks = new AtomicInteger(-1);
        Charge first = new Charge(LIMIT, "first", 1);
        store.set(new LocalStore(
                1,
                time,
                () -> {
                    if (looks.getAndDecrement() == 0) {
                        assertThat(store.get().ask(Operation.RESET, List.of(first), Long.MAX_VALUE))
                                .isEmpty();
                    }
                    return time.micros() * 1_000;
                },
                Seed.NOTHING));
        for (int look = 0; look < 4; look++) {
            Asked.decide(store.get(), List.of(first));
            looks.set(look);
            List<Verdict> both = Asked.decide(store.get(), List.of(first, new Charge(LIMIT, "second" + look, 1)));
            boolean reset = looks.get() < 0;
            looks.set(-1);
            assertThat(Asked.peek(store.get(), List.of(first)).get(0).remaining())
                    .as("reset before look %d: %s", look, reset)
                    .isZero();
            assertThat(both).hasSize(2);
            Asked.reset(store.get(), List.of(first));
        }
    }

    /** Else two decisions could wait for each other. */
    @Test
    void aDecisionThatWaitsForACounterHoldsNoLaterOne() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        LocalStore store = new LocalStore(100, time, (charge, now) -> {
            if (Thread.currentThread().getName().equals("slow")) {
                inside.countDown();
                awaitQuietly(release);
            }
            return 0;
        });
        Charge first = new Charge(LIMIT, "first", 1);
        Charge second = new Charge(LIMIT, "second", 1);
        Asked.decide(store, List.of(first));
        Asked.decide(store, List.of(second));
        Thread slow = new Thread(() -> store.decide(first, Long.MAX_VALUE), "slow");
        slow.start();
        assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
        Thread both = new Thread(() -> store.ask(Operation.DECIDE, List.of(second, first), Long.MAX_VALUE), "both");
        both.start();
        Await.until(() -> both.getState() == Thread.State.WAITING, Duration.ofSeconds(20));
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> store.decide(second, Long.MAX_VALUE));
        release.countDown();
        slow.join();
        both.join();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
