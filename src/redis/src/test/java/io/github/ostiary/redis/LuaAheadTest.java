package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.local.NeverIdle;
import io.github.ostiary.redis.RedisTrace.Answer;
import io.github.ostiary.redis.RedisTrace.Step;
import io.github.ostiary.store.Ahead;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Permits that nodes take ahead: the script and the Java class say the same of whatever nodes report, late or twice. */
@Tag("slow")
class LuaAheadTest {

    private static final int STEPS = 1_500;
    private static final int BATCH = 500;
    private static final int NODES = 4;

    static List<Long> seeds() {
        return new Random(7).longs(24).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void agree(long seed) throws StoreException {
        Random random = new Random(seed);
        ManualTimeSource time = new ManualTimeSource();
        long permits = random.nextInt(4) == 0 ? 1_000_000 : 20 + random.nextInt(2_000);
        long window = random.nextInt(4) == 0 ? 50L * 86_400_000_000L : 1_000_000L * (1 + random.nextInt(30));
        Limit limit = new Limit(
                new LimitId("r", "r", "0"), Algorithm.SLIDING_LOG, new Rate(permits, window), 0, false, false);
        long[] used = new long[NODES];
        long[] returned = new long[NODES];
        List<Step> trace = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            time.set(time.micros() + step(random, window));
            Operation operation = operation(random);
            Charge charge = charge(limit, used, returned, random);
            boolean decides = operation == Operation.DECIDE;
            trace.add(new Step(
                    time.micros(), operation, List.of(decides ? charge : new Charge(limit, charge.identity(), 2))));
        }
        try (RedisTrace lua = new RedisTrace(RedisServer.shared(), "lua:" + UUID.randomUUID());
                Store java = NeverIdle.store(time)) {
            for (int from = 0; from < trace.size(); from += BATCH) {
                List<Step> batch = trace.subList(from, from + BATCH);
                List<Answer> answers = lua.run(batch);
                for (int i = 0; i < batch.size(); i++) {
                    Step step = batch.get(i);
                    time.set(LuaAgainstJavaTest.MUCH_LATER);
                    Asked.reset(java, answers.get(i).ended());
                    time.set(step.micros());
                    assertThat(answers.get(i).verdicts())
                            .as("seed %d, step %d: %s", seed, from + i, step)
                            .isEqualTo(
                                    step.operation().isSilent()
                                            ? none(java, step)
                                            : java.ask(step.operation(), step.charges(), Long.MAX_VALUE));
                }
            }
        }
    }

    private static List<?> none(Store java, Step step) throws StoreException {
        java.ask(step.operation(), step.charges(), Long.MAX_VALUE);
        return List.of();
    }

    private static Operation operation(Random random) {
        return switch (random.nextInt(60)) {
            case 0 -> Operation.RESET;
            case 1 -> Operation.CREDIT;
            case 2 -> Operation.CHARGE;
            case 3, 4 -> Operation.PEEK;
            default -> Operation.DECIDE;
        };
    }

    private static long step(Random random, long window) {
        return switch (random.nextInt(40)) {
            case 0 -> window;
            case 1 -> -random.nextLong(800_000);
            case 2 -> -random.nextLong(3_000_000_000L);
            case 3 -> random.nextLong(3_000_000_000L);
            case 4, 5 -> 0;
            default -> random.nextLong(Math.min(window, 4_000_000) / 4);
        };
    }

    /** Reports grow, but for some that come again. */
    private static Charge charge(Limit limit, long[] used, long[] returned, Random random) {
        Charge charge = new Charge(limit, "k" + random.nextInt(2), 1 + random.nextInt(3));
        if (random.nextInt(4) == 0) {
            return charge;
        }
        int node = random.nextInt(NODES);
        boolean again = random.nextInt(8) == 0;
        long most = limit.capacity() / 20;
        long nowUsed = used[node] + (again ? -random.nextLong(5) : random.nextLong(most + 1));
        long nowReturned = returned[node] + (again ? 0 : random.nextLong(most / 4 + 1));
        used[node] = Math.max(used[node], nowUsed);
        returned[node] = Math.max(returned[node], nowReturned);
        long life = random.nextInt(5) == 0 ? 1 + random.nextLong(1_000_000) : 1_000_000;
        return charge.with(
                new Ahead("n" + node, Math.max(0, nowUsed), nowReturned, random.nextLong(most + 1), life, 0));
    }
}
