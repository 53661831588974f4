package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However many threads see a store go and come: it is asked in the background once at a time, and asked again when it is back. */
@Tag("slow")
class BreakerStressTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Duration BUDGET = Duration.ofMillis(500);
    private static final int CALLERS = 4;
    private static final int ROUNDS = 3;

    private final AtomicInteger probing = new AtomicInteger();
    private final AtomicInteger mostProbing = new AtomicInteger();
    private final AtomicInteger inVain = new AtomicInteger();
    private final AtomicInteger away = new AtomicInteger();
    private final AtomicInteger whole = new AtomicInteger();
    private final AtomicInteger back = new AtomicInteger();
    private volatile boolean dead;

    private final class Dying implements Store {

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
                throws StoreException {
            Thread.yield();
            if (dead) {
                throw new StoreException("away");
            }
            return List.of();
        }

        @Override
        public LockBook locks() {
            throw new UnsupportedOperationException();
        }

        @Override
        public SharedState sharedState() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void ping() throws StoreException {
            mostProbing.accumulateAndGet(probing.incrementAndGet(), Math::max);
            Thread.yield();
            probing.decrementAndGet();
            if (dead) {
                inVain.incrementAndGet();
                throw new StoreException("away");
            }
        }

        @Override
        public void close() {}
    }

    private static boolean ask(Breaker breaker) {
        try {
            breaker.ask(Operation.DECIDE, List.of(), Long.MAX_VALUE);
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    @Test
    void noProbeIsLostAndNoneIsDoubled() throws Exception {
        try (Breaker breaker = new Breaker(new Dying(), BUDGET, TimeSource.system())) {
            breaker.watch(new Breaker.Watch() {
                @Override
                public void away() {
                    away.incrementAndGet();
                }

                @Override
                public void back(String primary) {
                    back.incrementAndGet();
                }

                @Override
                public void whole() {
                    whole.incrementAndGet();
                }
            });
            for (int i = 0; i < ROUNDS; i++) {
                dead = true;
                int before = inVain.get();
                Crowd.of(CALLERS, any -> () -> {
                    for (int j = 0; j < 50; j++) {
                        boolean unused = ask(breaker);
                    }
                    return null;
                });
                assertThat(breaker.unreachable()).isEqualTo(1);
                Await.until(() -> inVain.get() > before, BOUND);
                dead = false;
                Await.until(() -> breaker.unreachable() == 0, BOUND);
                assertThat(ask(breaker)).isTrue();
            }
        }
        assertThat(mostProbing).as("at once").hasValue(1);
        assertThat(List.of(away.get(), back.get())).containsOnly(ROUNDS);
        Await.until(() -> whole.get() == ROUNDS, BOUND);
    }
}
