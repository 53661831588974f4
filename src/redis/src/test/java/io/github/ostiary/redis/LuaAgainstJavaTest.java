package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.local.NeverIdle;
import io.github.ostiary.redis.RedisTrace.Answer;
import io.github.ostiary.redis.RedisTrace.Step;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script and the Java class are one algorithm: random traces with hostile clocks get equal figures. */
@Tag("slow")
class LuaAgainstJavaTest {

    private static final long DAY = 86_400_000_000L;

    /** In steps of up to a year a trace gets far, and not beyond 2255. */
    private static final int STEPS = 2_500;

    private static final long SEEDS = Long.getLong("lua.seeds", 10);
    private static final int SEEDS_OF_COMMON_DECISIONS = 6;
    private static final int COMMON_STEPS = 3_000;
    private static final int BATCH = 500;
    private static final long EARLIEST = 1_000_000_000_000_000L;

    static Stream<Arguments> algorithmsAndSeeds() {
        return Stream.of(Algorithm.values())
                .flatMap(algorithm -> LongStream.rangeClosed(1, SEEDS).mapToObj(seed -> Arguments.of(algorithm, seed)));
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndSeeds")
    void agreeOnRandomTraces(Algorithm algorithm, long seed) throws StoreException {
        agree(new Random(seed), i -> algorithm, seed);
    }

    /** All algorithms in the one call of a decision. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void agreeOnMixedRules(long seed) throws StoreException {
        Algorithm[] all = Algorithm.values();
        agree(new Random(seed), i -> all[(int) (seed + i) % all.length], seed);
    }

    static Stream<Arguments> algorithmsAndFewSeeds() {
        return Stream.of(Algorithm.values()).flatMap(algorithm -> LongStream.rangeClosed(1, SEEDS_OF_COMMON_DECISIONS)
                .mapToObj(seed -> Arguments.of(algorithm, seed)));
    }

    /** One permit of one limit, again and again, at rates around the limit, now and then something else: the short way. */
    @ParameterizedTest
    @MethodSource("algorithmsAndFewSeeds")
    void agreeOnCommonDecisions(Algorithm algorithm, long seed) throws StoreException {
        Random random = new Random(seed);
        ManualTimeSource time = new ManualTimeSource();
        long permits = 1 + random.nextInt(40);
        long window =
                switch (random.nextInt(5)) {
                    case 0 -> 30 * DAY;
                    case 1 -> 40 * DAY;
                    default -> 1_000_000L * (1 + random.nextInt(100));
                };
        Limit limit = new Limit(new LimitId("r", "r", "0"), algorithm, new Rate(permits, window), 0, false, false);
        List<Step> trace = new ArrayList<>();
        for (int i = 0; i < COMMON_STEPS; i++) {
            advanceAsCommon(time, random, window, permits);
            boolean common = random.nextInt(20) > 0;
            Operation operation = common ? Operation.DECIDE : rare(random);
            long asked = common ? 1 : 1 + random.nextLong(permits);
            trace.add(new Step(time.micros(), operation, List.of(new Charge(limit, "k" + random.nextInt(2), asked))));
        }
        agree(trace, time, seed);
    }

    private static void advanceAsCommon(ManualTimeSource time, Random random, long window, long permits) {
        long step =
                switch (random.nextInt(40)) {
                    case 0 -> window;
                    case 1 -> window + random.nextLong(window);
                    case 2 -> -random.nextLong(Math.min(window, DAY));
                    case 3, 4, 5 -> 0;
                    default -> random.nextLong(2 * window / permits + 1);
                };
        time.set(time.micros() + step);
    }

    private static Operation rare(Random random) {
        Operation[] all = {
            Operation.PEEK, Operation.CHARGE, Operation.CREDIT, Operation.GIVE_BACK, Operation.DECIDE, Operation.RESET
        };
        return all[random.nextInt(all.length)];
    }

    private static void agree(Random random, IntFunction<Algorithm> algorithm, long seed) throws StoreException {
        ManualTimeSource time = new ManualTimeSource();
        List<Limit> limits = limits(random, algorithm);
        List<Step> trace = new ArrayList<>();
        long wrongBy = 0;
        for (int i = 0; i < STEPS; i++) {
            advance(time, random, limits);
            if (random.nextInt(25) == 0) {
                long next =
                        switch (random.nextInt(4)) {
                            case 0 -> wrongBy / 2;
                            case 1 -> 0;
                            default -> wrongBy + wrong(random, limits);
                        };
                time.set(Math.max(EARLIEST, time.micros() + wrongBy - next));
                wrongBy = next;
            }
            trace.add(step(time, random, limits));
        }
        agree(trace, time, seed);
    }

    /** How far a clock goes wrong, that is put right again later. */
    private static long wrong(Random random, List<Limit> limits) {
        long window = limits.get(random.nextInt(limits.size())).rate().windowMicros();
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong(3_000_000);
            case 1 -> random.nextLong(DAY / 24);
            case 2 -> random.nextLong(3 * DAY);
            default -> random.nextLong(Math.min(2 * window, DAY) + 1);
        };
    }

    /** When nothing is used any more: what is reset then leaves no note. */
    static final long MUCH_LATER = 8_000_000_000_000_000L;

    /** A key that Redis has let go no longer holds a stepped clock; neither must the other side then. */
    private static void agree(List<Step> trace, ManualTimeSource time, long seed) throws StoreException {
        agree(trace, time, seed, true);
    }

    private static void agree(List<Step> trace, ManualTimeSource time, long seed, boolean lettingGo)
            throws StoreException {
        try (RedisTrace lua = new RedisTrace(RedisServer.shared(), "lua:" + UUID.randomUUID());
                Store java = NeverIdle.store(time)) {
            for (int from = 0; from < trace.size(); from += BATCH) {
                List<Step> batch = trace.subList(from, Math.min(trace.size(), from + BATCH));
                List<Answer> answers = lua.run(batch);
                for (int i = 0; i < batch.size(); i++) {
                    time.set(MUCH_LATER);
                    Asked.reset(java, lettingGo ? answers.get(i).ended() : List.of());
                    time.set(batch.get(i).micros());
                    assertThat(answers.get(i).verdicts())
                            .as("seed %d, step %d: %s", seed, from + i, tail(trace, from + i))
                            .isEqualTo(run(java, batch.get(i)));
                }
            }
        }
    }

    private static List<Limit> limits(Random random, IntFunction<Algorithm> algorithm) {
        List<Limit> limits = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            limits.add(limit("r" + i, algorithm.apply(i), random));
        }
        return limits;
    }

    private static Limit limit(String name, Algorithm algorithm, Random random) {
        boolean heavy = random.nextInt(3) == 0;
        int most = algorithm == Algorithm.SLIDING_LOG || random.nextBoolean() ? 1_000_000 : 1_000_000_000;
        long permits = heavy ? 1 + random.nextInt(most) : 1 + random.nextInt(12);
        long window =
                switch (random.nextInt(5)) {
                    case 0 -> 40 * DAY;
                    case 1 -> 50 * DAY;
                    case 2 -> 1_000_000L * (1 + random.nextInt(100));
                    case 3 -> heavy ? 366 * DAY : DAY / 7;
                    default -> 1_000L + random.nextInt(10_000_000);
                };
        long interval =
                switch (random.nextInt(6)) {
                    case 0, 1 -> 1 + random.nextLong(window / 2);
                    case 2 -> 1 + random.nextLong(200 * DAY);
                    default -> 0;
                };
        Tuning tuning = Tuning.of(algorithm, new Rate(permits, window));
        switch (algorithm) {
            case SLIDING_WINDOW -> {
                long parts = 2 + random.nextInt(random.nextInt(5) == 0 ? 999 : 15);
                window -= window % parts;
                tuning = tuning.withPrecision(window / parts);
            }
            case TOKEN_BUCKET, LEAKY_BUCKET -> {
                long burst =
                        random.nextInt(3) == 0 ? permits : 1 + random.nextLong(Math.min(1_000_000_000, 3 * permits));
                tuning = tuning.withBurst(burst);
                if (algorithm == Algorithm.TOKEN_BUCKET) {
                    tuning = tuning.withInitial(random.nextBoolean() ? burst : random.nextLong(burst + 1))
                            .withRefillByInterval(random.nextInt(3) == 0);
                }
            }
            default -> {}
        }
        boolean counts = random.nextInt(3) == 0;
        boolean shadow = random.nextInt(5) == 0;
        return new Limit(
                new LimitId(name, name, "0"), algorithm, new Rate(permits, window), tuning, interval, counts, shadow);
    }

    private static void advance(ManualTimeSource time, Random random, List<Limit> limits) {
        long window = limits.get(random.nextInt(limits.size())).rate().windowMicros();
        long step =
                switch (random.nextInt(12)) {
                    case 0, 1 -> 0;
                    case 2 -> -random.nextLong(900_000);
                    case 3 -> random.nextInt(20) == 0 ? -random.nextLong(20 * DAY) : 0;
                    case 4 -> random.nextInt(50) == 0 ? random.nextLong(30 * DAY) : 1;
                    case 5 -> window;
                    case 6 -> window / 2;
                    default -> random.nextLong(Math.min(window, 2_000_000L) / 2 + 1);
                };
        time.set(Math.max(EARLIEST, time.micros() + step));
    }

    private static Step step(ManualTimeSource time, Random random, List<Limit> limits) {
        List<Charge> charges = new ArrayList<>();
        for (Limit limit : limits) {
            if (random.nextInt(3) > 0 || charges.isEmpty()) {
                long most = limit.capacity();
                long permits = random.nextInt(4) == 0
                        ? 1 + random.nextLong(most + most / 8 + 1)
                        : 1 + most / 7 * random.nextInt(2);
                charges.add(new Charge(limit, "k" + random.nextInt(2), permits, wait(limit, random)));
            }
        }
        int dice = random.nextInt(40);
        Operation operation = dice == 0
                ? Operation.RESET
                : dice < 3
                        ? dice == 1 ? Operation.CREDIT : Operation.GIVE_BACK
                        : dice < 6 ? Operation.PEEK : dice < 8 ? Operation.CHARGE : Operation.DECIDE;
        return new Step(
                time.micros(), operation, operation == Operation.GIVE_BACK ? granted(charges, time, random) : charges);
    }

    /** Some know when they were granted. */
    private static List<Charge> granted(List<Charge> charges, ManualTimeSource time, Random random) {
        List<Charge> granted = new ArrayList<>();
        for (Charge charge : charges) {
            long ago = random.nextLong(2 * charge.limit().rate().windowMicros());
            Verdict said = new Verdict(true, 0, 0, 0, 0, 0);
            granted.add(charge.granted(random.nextBoolean() ? said.withTaken(time.micros() - ago) : said));
        }
        return granted;
    }

    private static long wait(Limit limit, Random random) {
        long longest = limit.longestWaitMicros();
        return longest == 0 || random.nextInt(3) == 0
                ? 0
                : random.nextLong(
                        random.nextInt(3) == 0
                                ? longest
                                : Math.min(longest, 4 * limit.rate().windowMicros()));
    }

    private static List<Verdict> run(Store store, Step step) throws StoreException {
        return Asked.ask(store, step.operation(), step.charges());
    }

    private static List<Step> tail(List<Step> trace, int last) {
        return trace.subList(Math.max(0, last - 2), last + 1);
    }

    /**
     * Among other claims, some words said twice, some late, some never. A counter that Redis lets go of still has its
     * reservations, so it is not let go on the other side: clocks go forwards here, or back by less than a second, and no bucket
     * has intervals.
     */
    @ParameterizedTest
    @MethodSource("algorithmsAndFewSeeds")
    void agreeOnReservations(Algorithm algorithm, long seed) throws StoreException {
        Random random = new Random(seed);
        ManualTimeSource time = new ManualTimeSource();
        long permits = 1 + random.nextInt(random.nextBoolean() ? 20 : 100_000);
        long window = 60_000_000L * (1 + random.nextInt(20));
        Limit limit = new Limit(
                new LimitId("r", "r", "0"),
                algorithm,
                new Rate(permits, window),
                random.nextInt(4) == 0 ? 1_000_000 : 0,
                random.nextInt(4) == 0,
                false);
        List<Charge> said = new ArrayList<>();
        List<Step> trace = new ArrayList<>();
        for (int i = 0; i < COMMON_STEPS; i++) {
            time.set(time.micros()
                    + (random.nextInt(20) == 0 ? -random.nextLong(900_000) : random.nextLong(window / 10)));
            trace.add(reservation(limit, time.micros(), said, random, i));
        }
        agree(trace, time, seed, false);
    }

    private static Step reservation(Limit limit, long now, List<Charge> said, Random random, int step) {
        long most = limit.capacity();
        long estimate = 1 + random.nextLong(random.nextInt(10) == 0 ? most + 1 : most / 5 + 1);
        Charge fresh = new Charge(limit, "k", estimate).reserved("c" + step);
        Charge known = said.isEmpty() ? fresh : said.get(Math.max(0, said.size() - 1 - random.nextInt(12)));
        switch (random.nextInt(10)) {
            case 0, 1, 2:
                said.add(fresh);
                return new Step(now, Operation.DECIDE, List.of(fresh));
            case 3:
                return new Step(now, random.nextBoolean() ? Operation.DECIDE : Operation.PEEK, List.of(known));
            case 4:
                return new Step(now, rare(random), List.of(new Charge(limit, "k", estimate)));
            case 5:
                return new Step(now, Operation.ABANDON, List.of(known));
            default:
                Charge ended = random.nextInt(10) == 0
                        ? known
                        : known.costing(random.nextLong(random.nextInt(6) == 0 ? 3 * most : estimate + 1));
                return new Step(now, random.nextBoolean() ? Operation.SUCCEED : Operation.FAIL, List.of(ended));
        }
    }

    @Test
    void agreeOnLongLogsWithCosts() throws StoreException {
        Random random = new Random(42);
        ManualTimeSource time = new ManualTimeSource();
        Limit limit =
                new Limit(new LimitId("r", "r", "0"), Algorithm.SLIDING_LOG, new Rate(1_000_000, DAY), 0, false, false);
        List<Step> trace = new ArrayList<>();
        for (int i = 0; i < 2 * STEPS; i++) {
            time.set(time.micros() + random.nextLong(20_000_000));
            if (random.nextInt(2_000) == 0) {
                time.set(time.micros() + random.nextLong(DAY));
            }
            long permits = random.nextInt(10) == 0 ? 1 + random.nextInt(400_000) : 1 + random.nextInt(300);
            trace.add(new Step(time.micros(), Operation.DECIDE, List.of(new Charge(limit, "k", permits))));
        }
        agree(trace, time, 42);
    }
}
