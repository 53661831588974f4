package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.local.NeverIdle;
import io.github.ostiary.redis.ManualClockRedis;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.tier.TwoTiers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a denial in front of the store promises is what the store would have said, and never earlier. */
class DenialFiguresTest {

    private static final long SECOND = 1_000_000;

    private final ManualTimeSource time = new ManualTimeSource();

    /** A real store, and when it was asked to decide. */
    private static final class Far implements Store {

        private final Store store;
        private final ManualTimeSource time;
        private final List<Long> calls = new ArrayList<>();

        Far(Store store, ManualTimeSource time) {
            this.store = store;
            this.time = time;
        }

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
                throws StoreException {
            if (operation == Operation.DECIDE) {
                calls.add(time.micros());
            }
            return store.ask(operation, claims, deadlineMicros);
        }

        @Override
        public SharedState sharedState() {
            return store.sharedState();
        }

        @Override
        public LockBook locks() throws StoreException {
            return store.locks();
        }

        @Override
        public void ping() {}

        @Override
        public void close() {
            store.close();
        }
    }

    private TwoTiers tiers(Store far) {
        return new TwoTiers(
                new LocalDenialCache(1_000, time),
                far,
                new LocalStore(1_000, time),
                1,
                Duration.ofSeconds(5),
                time,
                null);
    }

    private static Verdict decide(TwoTiers tiers, Charge charge) {
        Ask ask = new Ask(charge, Rules.limit("r", List.of(charge.limit())), Key.of("bob"));
        return tiers.decide(List.of(ask)).said(0);
    }

    /** The issue's: 30, 300 ms later 30, then 70 of 100 an hour. */
    @Test
    void seventyOfAHundredAfterTwiceThirty() {
        Limit limit = Limits.of(Algorithm.SLIDING_LOG, "100/1h");
        try (TwoTiers tiers = tiers(NeverIdle.store(time))) {
            decide(tiers, new Charge(limit, "bob", 30));
            time.advance(Duration.ofMillis(300));
            decide(tiers, new Charge(limit, "bob", 30));
            Verdict denied = decide(tiers, new Charge(limit, "bob", 70));
            assertThat(denied.passed()).isFalse();
            assertThat(denied.retryMicros()).isEqualTo(3_600 * SECOND - 300_000);
            assertThat(denied.remaining()).isEqualTo(40);
            assertThat(denied.resetMicros()).isEqualTo(3_600 * SECOND);
        }
    }

    static Stream<Arguments> algorithmsAndSeeds() {
        return Stream.of(Algorithm.values())
                .flatMap(algorithm -> LongStream.rangeClosed(1, 12).mapToObj(seed -> Arguments.of(algorithm, seed)));
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndSeeds")
    void neverTooEarlyAndWithinTheBoundOfAFlood(Algorithm algorithm, long seed) throws StoreException {
        trace(algorithm, seed, 4_000, new Far(NeverIdle.store(time), time));
    }

    static Stream<Arguments> algorithms() {
        return Stream.of(Algorithm.values()).map(algorithm -> Arguments.of(algorithm, 100 + algorithm.ordinal()));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void neverTooEarlyOnRedis(Algorithm algorithm, long seed) throws StoreException {
        Store redis = new ManualClockRedis(RedisServer.shared(), "figures:" + UUID.randomUUID(), time);
        trace(algorithm, seed, 400, new Far(redis, time));
    }

    private void trace(Algorithm algorithm, long seed, int steps, Far far) throws StoreException {
        Random random = new Random(seed);
        Limit limit = limit(random, algorithm);
        int denials = 0;
        int exact = 0;
        try (TwoTiers tiers = tiers(far)) {
            for (int i = 0; i < steps; i++) {
                time.set(time.micros() + pause(random, limit));
                Charge charge = new Charge(limit, "bob", permits(random, limit));
                int asked = far.calls.size();
                Verdict said = decide(tiers, charge);
                if (!said.passed() && far.calls.size() == asked) {
                    Verdict truth = Asked.peek(far.store, List.of(charge)).get(0);
                    String what = "seed " + seed + ", step " + i + ": " + charge;
                    assertThat(truth.passed()).as(what).isFalse();
                    assertThat(said.retryMicros()).as(what).isGreaterThanOrEqualTo(truth.retryMicros());
                    assertThat(said.resetMicros()).as(what).isEqualTo(truth.resetMicros());
                    assertThat(said.remaining()).as(what).isLessThanOrEqualTo(truth.remaining());
                    if (limit.minIntervalMicros() == 0) {
                        assertThat(said.remaining()).as(what).isEqualTo(truth.remaining());
                    }
                    denials++;
                    exact += said.retryMicros() - truth.retryMicros() <= 1 ? 1 : 0;
                }
            }
        }
        assertThat(denials).as("refused without asking").isGreaterThan(steps / 40);
        assertThat(exact).as("exactly, of " + denials).isGreaterThan(denials / 3);
        assertWithinBound(far.calls, limit);
    }

    /** Of two limits that are asked together, all are named, whichever denies, whether the store was asked or not. */
    @ParameterizedTest
    @MethodSource("algorithmsAndSeeds")
    void everyLimitThatTheStoreWouldNameIsNamed(Algorithm algorithm, long seed) throws StoreException {
        Random random = new Random(seed);
        List<Limit> limits = List.of(
                Limits.named(limit(random, algorithm), "one"),
                Limits.named(limit(random, Algorithm.values()[random.nextInt(Algorithm.values().length)]), "other"));
        Far far = new Far(NeverIdle.store(time), time);
        int denials = 0;
        try (TwoTiers tiers = tiers(far)) {
            for (int i = 0; i < 2_000; i++) {
                time.set(time.micros() + pause(random, limits.get(0)));
                List<Charge> charges = List.of(
                        new Charge(limits.get(0), "bob", permits(random, limits.get(0))),
                        new Charge(limits.get(1), "bob", 1));
                int asked = far.calls.size();
                List<? extends Verdict> said = tiers.decide(asks(charges)).verdicts();
                if (far.calls.size() == asked && !said.isEmpty()) {
                    denials++;
                    List<Verdict> truth = Asked.peek(far.store, charges);
                    for (int each = 0; each < 2; each++) {
                        String what = "seed " + seed + ", step " + i + ": " + charges.get(each);
                        assertThat(said.get(each)).as(what).isNotNull();
                        assertThat(said.get(each).remaining())
                                .as(what)
                                .isLessThanOrEqualTo(truth.get(each).remaining());
                        assertThat(said.get(each).resetMicros())
                                .as(what)
                                .isEqualTo(truth.get(each).resetMicros());
                    }
                }
            }
        }
        assertThat(denials).as("refused without asking").isPositive();
    }

    private static List<Ask> asks(List<Charge> charges) {
        List<Limit> limits = charges.stream().map(Charge::limit).toList();
        return charges.stream()
                .map(charge -> new Ask(charge, Rules.limit("r", limits), Key.of("bob")))
                .toList();
    }

    /** Half of it in bursts of what a flood is made of. */
    private static long pause(Random random, Limit limit) {
        return switch (random.nextInt(40)) {
            case 0 -> random.nextLong(limit.rate().windowMicros());
            case 1, 2, 3 -> random.nextLong(2 * SECOND);
            case 4, 5, 6, 7, 8, 9 -> random.nextLong(100_000);
            default -> random.nextLong(2_000);
        };
    }

    private static long permits(Random random, Limit limit) {
        return random.nextBoolean() ? 1 + random.nextLong(limit.capacity() + 1) : 1 + random.nextLong(3);
    }

    private static Limit limit(Random random, Algorithm algorithm) {
        Rate rate = new Rate(5 + random.nextInt(200), 20_000 * (250L + random.nextInt(10_000)));
        Tuning tuning = Tuning.of(algorithm, rate);
        switch (algorithm) {
            case SLIDING_WINDOW -> tuning = tuning.withPrecision(
                    rate.windowMicros() / List.of(2, 4, 10, 20).get(random.nextInt(4)));
            case LEAKY_BUCKET -> tuning = tuning.withBurst(1 + random.nextLong(2 * rate.permits()));
            case TOKEN_BUCKET -> tuning = tuning.withBurst(1 + random.nextLong(2 * rate.permits()))
                    .withRefillByInterval(random.nextInt(3) == 0);
            default -> {}
        }
        long interval = random.nextInt(4) == 0 ? random.nextLong(rate.windowMicros() / 10) + 1 : 0;
        return new Limit(new LimitId("r", "r", "0"), algorithm, rate, tuning, interval, false, false);
    }

    /** 2 limits, a call per second and one more, in any window. */
    private static void assertWithinBound(List<Long> calls, Limit limit) {
        long window = limit.rate().windowMicros();
        long bound = 2 * Math.max(limit.rate().permits(), limit.capacity()) + (window + SECOND - 1) / SECOND + 1;
        int from = 0;
        for (int i = 0; i < calls.size(); i++) {
            while (calls.get(i) - calls.get(from) >= window) {
                from++;
            }
            assertThat((long) i - from + 1).as("calls within a window").isLessThanOrEqualTo(bound);
        }
    }

    /** Two rules deny; one is known better than the other, and the other denies for longer. */
    @Test
    void theLongestOfAllThatDeny() {
        Limit quick = Limits.named(Limits.of(Algorithm.SLIDING_LOG, "2/10s"), "quick");
        Limit slow = Limits.named(Limits.of(Algorithm.SLIDING_LOG, "3/1h"), "slow");
        try (TwoTiers tiers = tiers(NeverIdle.store(time))) {
            decide(tiers, new Charge(slow, "bob", 3));
            decide(tiers, new Charge(slow, "bob", 1));
            decide(tiers, new Charge(quick, "bob", 2));
            time.advance(Duration.ofMillis(1_500));
            decide(tiers, new Charge(quick, "bob", 1));
            List<Ask> both = asks(List.of(new Charge(quick, "bob", 1), new Charge(slow, "bob", 1)));
            long longest = tiers.decide(both).verdicts().stream()
                    .mapToLong(said -> said == null ? 0 : said.retryMicros())
                    .max()
                    .orElseThrow();
            assertThat(longest).isEqualTo(3_600 * SECOND - 1_500_000);
        }
    }
}
