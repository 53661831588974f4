package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.testing.Callers;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No wake-up is lost in the queue to a server: deadlines are an hour away and no clock advances, so whoever is forgotten stays
 * where it is, and the test sees that.
 */
@Tag("slow")
class CombinerStressTest {

    private static final long NOW = 1_000_000;
    private static final long FAR = NOW + Duration.ofHours(1).toNanos() / 1_000;
    private static final int CALLERS = 6;
    private static final int ENDINGS = 30;
    private static final int ROUNDS = 700;

    private final PlatformThreads threads = new PlatformThreads(false);
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger sending = new AtomicInteger();
    private final AtomicInteger mostSending = new AtomicInteger();

    /** It stands still, and lets others run where threads look at it: that is between the steps that matter. */
    private final TimeSource still = () -> {
        if (looks.incrementAndGet() % 3 == 0) {
            Thread.yield();
        }
        return NOW;
    };

    private Combiner combiner(int lanes, PlatformThreads by, Combiner.Sender sender) {
        return new Combiner(
                new Lanes(lanes),
                new ServerContext(Script.decide(), "p", Long.MAX_VALUE / 2, still, by, null, new AtomicReference<>()),
                sender);
    }

    private void send(List<ScriptRequest> batch, SplittableRandom random) {
        mostSending.accumulateAndGet(sending.incrementAndGet(), Math::max);
        for (int i = random.nextInt(3); i > 0; i--) {
            Thread.yield();
        }
        if (random.nextInt(8) == 0) {
            LockSupport.parkNanos(20_000);
        }
        batch.forEach(call -> call.say(List.of()));
        sending.decrementAndGet();
    }

    @AfterEach
    void close() {
        threads.close();
    }

    private static ScriptRequest call(long deadlineMicros) {
        return new RoutedRequest(0, new ScriptArguments(), deadlineMicros);
    }

    private static void post(Combiner combiner, ScriptRequest call) {
        combiner.post(call);
        combiner.sendPosted();
        combiner.await(call);
    }

    /** Whether all went as it must; who asks too late is withdrawn or answered, and others are answered. */
    private static boolean asks(Combiner combiner, SplittableRandom random) {
        boolean late = random.nextInt(4) == 0;
        boolean interrupted = random.nextInt(8) == 0;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        ScriptRequest call = call(late ? NOW : FAR);
        if (random.nextInt(4) == 0) {
            post(combiner, call);
        } else {
            combiner.execute(call);
        }
        return Thread.interrupted() == interrupted && call.over() && (late || call.failure() == null);
    }

    /** All wait for each other after each call: whoever comes later wakes nobody. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whoeverQueuesIsSentThoughOthersLeave(int lanes) {
        ThreadLocal<SplittableRandom> sender = ThreadLocal.withInitial(() -> new SplittableRandom(lanes));
        Combiner combiner = combiner(lanes, threads, (batch, deadline) -> send(batch, sender.get()));
        AtomicInteger wrong = new AtomicInteger();
        Phaser together = new Phaser(CALLERS);
        Callers callers = new Callers(CALLERS, ROUNDS, i -> {
            SplittableRandom random = new SplittableRandom(31L * lanes + i);
            return () -> {
                wrong.addAndGet(asks(combiner, random) ? 0 : 1);
                return together.arriveAndAwaitAdvance() >= 0;
            };
        });
        callers.end();
        assertThat(callers.done()).isEqualTo(CALLERS * ROUNDS);
        assertThat(wrong).hasValue(0);
        assertThat(mostSending.get()).as("lanes in use at once").isBetween(1, lanes);
    }

    /** Whoever queues then is refused, or sent by another caller. */
    @Test
    void nobodyStaysAfterTheEnd() {
        for (int round = 0; round < ENDINGS; round++) {
            PlatformThreads closing = new PlatformThreads(false);
            Combiner combiner = combiner(1, closing, (batch, deadline) -> batch.forEach(call -> call.say(List.of())));
            Callers callers = new Callers(CALLERS, 50, i -> {
                SplittableRandom random = new SplittableRandom(i);
                return () -> {
                    if (random.nextBoolean()) {
                        post(combiner, call(FAR));
                    } else {
                        combiner.execute(call(FAR));
                    }
                    return true;
                };
            });
            closing.close();
            callers.end();
        }
    }
}
