package io.github.ostiary.redis;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.redis.RedisTrace.Step;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * While nodes are updated one after the other, some still run the script as it was: on the same keys, each decision by
 * whichever, they say what Java says. And so does the short way of common decisions alone.
 */
class MixedFleetTest {

    private static final long DAY = 86_400_000_000L;
    private static final int STEPS = 3_000;
    private static final int SEEDS = 6;

    static Stream<Arguments> algorithmsAndSeeds() {
        return Stream.of(Algorithm.values())
                .flatMap(algorithm -> LongStream.rangeClosed(1, SEEDS).mapToObj(seed -> Arguments.of(algorithm, seed)));
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndSeeds")
    void agreeOnWhateverIsAsked(Algorithm algorithm, long seed) throws StoreException {
        LuaAgainstJavaTest.agree(new Random(1_000 + seed), i -> algorithm, seed, new Random(seed));
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndSeeds")
    void agreeOnCommonDecisions(Algorithm algorithm, long seed) throws StoreException {
        common(algorithm, seed, new Random(seed));
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndSeeds")
    void newNodesAloneAgreeOnCommonDecisions(Algorithm algorithm, long seed) throws StoreException {
        common(algorithm, seed, null);
    }

    /** One permit of one limit, again and again, at rates around the limit, now and then something else. */
    private static void common(Algorithm algorithm, long seed, @Nullable Random mixing) throws StoreException {
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
        for (int i = 0; i < STEPS; i++) {
            advance(time, random, window, permits);
            boolean common = random.nextInt(20) > 0;
            Operation operation = common ? Operation.DECIDE : rare(random);
            long asked = common ? 1 : 1 + random.nextLong(permits);
            trace.add(new Step(time.micros(), operation, List.of(new Charge(limit, "k" + random.nextInt(2), asked))));
        }
        LuaAgainstJavaTest.agree(trace, time, seed, mixing);
    }

    private static void advance(ManualTimeSource time, Random random, long window, long permits) {
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
        Operation[] all = {Operation.PEEK, Operation.CHARGE, Operation.CREDIT, Operation.DECIDE, Operation.RESET};
        return all[random.nextInt(all.length)];
    }
}
