package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Claim;
import io.github.ostiary.LockBook;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Operation;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.Verdict;
import io.github.ostiary.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What opens the breaker, what does not, and that it closes again whatever happens. */
class BreakerTest {

    private static final Duration BUDGET = Duration.ofMillis(50);
    private static final Duration BOUND = Duration.ofSeconds(10);

    private interface Answer {

        void give() throws Exception;
    }

    private final ManualTimeSource time = new ManualTimeSource();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile Answer answer = () -> {};
    private volatile Answer pong = () -> {};
    private final Breaker breaker = new Breaker(new FakeStore(), BUDGET, time);

    @AfterEach
    void close() {
        breaker.close();
    }

    private final class FakeStore implements Store {

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> claims) throws StoreException {
            asked.incrementAndGet();
            give(answer);
            return List.of();
        }

        @Override
        public LockBook locks() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void ping() throws StoreException {
            give(pong);
        }

        @Override
        public void close() {}
    }

    private static void give(Answer answer) throws StoreException {
        try {
            answer.give();
        } catch (StoreException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void fails(StoreException failure) {
        answer = () -> {
            throw failure;
        };
        assertThatThrownBy(() -> breaker.decide(List.of())).isInstanceOf(StoreException.class);
    }

    private boolean open() {
        int before = asked.get();
        try {
            breaker.decide(List.of());
        } catch (StoreException e) {
            return asked.get() == before;
        }
        return false;
    }

    @Test
    void fiveFailuresInARowOpenIt() {
        for (int i = 0; i < 4; i++) {
            fails(new StoreException("away"));
        }
        answer = () -> {};
        assertThat(open()).isFalse();
        for (int i = 0; i < 5; i++) {
            fails(new StoreException("away"));
        }
        assertThat(open()).isTrue();
    }

    @Test
    void twoBatchesThatFailTogetherAreTwoFailures() {
        StoreException one = new StoreException("away");
        StoreException other = new StoreException("away");
        for (int i = 0; i < 10; i++) {
            fails(one);
            fails(other);
        }
        answer = () -> {};
        assertThat(open()).isFalse();
    }

    @Test
    void aCounterThatCannotBeUsedIsNoOutage() {
        for (int i = 0; i < 20; i++) {
            fails(StoreException.withoutEvidence("a key in the way"));
        }
        answer = () -> {};
        assertThat(open()).isFalse();
    }

    /** A pause of the collector, or of Redis while it forks. */
    @Test
    void onePauseThatManyCallsShareIsOneSlowCall() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(32);
        try {
            CyclicBarrier begun = new CyclicBarrier(32, () -> time.advance(BUDGET));
            answer = begun::await;
            List<Future<List<Verdict>>> calls = pool.invokeAll(new ArrayList<>(
                    java.util.Collections.nCopies(32, (Callable<List<Verdict>>) () -> breaker.decide(List.of()))));
            for (Future<List<Verdict>> call : calls) {
                call.get();
            }
        } finally {
            pool.shutdown();
        }
        answer = () -> {};
        assertThat(open()).isFalse();
    }

    @Test
    void slowCallsOneAfterTheOtherOpenIt() throws StoreException {
        pong = () -> {
            throw new StoreException("still away, however long this test is kept waiting");
        };
        answer = () -> time.advance(BUDGET);
        for (int i = 0; i < 16; i++) {
            breaker.decide(List.of());
        }
        assertThat(open()).isTrue();
    }

    @Test
    void aProbeThatBreaksIsNotTheLast() {
        AtomicInteger probes = new AtomicInteger();
        pong = () -> {
            if (probes.incrementAndGet() < 3) {
                throw new IllegalStateException("a driver's fault");
            }
        };
        breaker.startOpen();
        assertThat(open()).isTrue();
        Await.until(() -> !open(), BOUND);
    }
}
