package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
    private volatile Answer queueing = () -> {};
    private volatile Answer answer = () -> {};
    private volatile Answer pong = () -> {};
    private final Breaker breaker = new Breaker(new FakeStore(), BUDGET, time);

    @AfterEach
    void close() {
        breaker.close();
    }

    private class FakeStore implements Store {

        private Observer observer;

        @Override
        public void observe(Observer listener) {
            observer = listener;
        }

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
                throws StoreException {
            asked.incrementAndGet();
            give(queueing);
            long begun = time.micros();
            give(answer);
            observer.answered(UNDIVIDED, begun, time.micros());
            return List.of();
        }

        @Override
        public SharedState sharedState() {
            throw new UnsupportedOperationException();
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
        assertThatThrownBy(() -> decide(breaker, List.of())).isInstanceOf(StoreException.class);
    }

    private long deadline() {
        return time.micros() + BUDGET.toNanos() / 1_000;
    }

    private List<Verdict> decide(Breaker asked, List<Claim> claims) throws StoreException {
        return asked.ask(Operation.DECIDE, claims, deadline());
    }

    private boolean open() {
        int before = asked.get();
        try {
            decide(breaker, List.of());
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
                    java.util.Collections.nCopies(32, (Callable<List<Verdict>>) () -> decide(breaker, List.of()))));
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
            decide(breaker, List.of());
        }
        assertThat(open()).isTrue();
    }

    /** It was this node that kept them waiting. */
    @Test
    void callsThatWaitLongForTheirTurnAreNotSlow() throws StoreException {
        queueing = () -> time.advance(BUDGET);
        for (int i = 0; i < 32; i++) {
            decide(breaker, List.of());
        }
        queueing = () -> {};
        assertThat(open()).isFalse();
    }

    /** Its callers have gone: their time was over a moment before the thread that sent them was told. */
    @Test
    void aFailureThatNoCallerHasSeenCounts() {
        FakeStore store = new FakeStore();
        try (Breaker watching = new Breaker(store, BUDGET, time)) {
            for (int i = 0; i < 5; i++) {
                StoreException failure = new StoreException("away");
                store.observer.failed(Store.UNDIVIDED, failure);
                store.observer.failed(Store.UNDIVIDED, failure);
                assertThat(watching.unreachable()).isEqualTo(i / 4);
            }
        }
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

    /** The first answer after an absence has connections, a script and classes to load in it. */
    @Test
    void whoWasSlowOnceIsAskedAgainAtOnce() {
        AtomicLong last = new AtomicLong(Long.MIN_VALUE);
        pong = () -> {
            long now = TimeSource.system().micros();
            if (now - last.getAndSet(now) > 80_000) {
                time.advance(BUDGET);
            }
        };
        breaker.startOpen();
        Await.until(() -> !open(), BOUND);
    }

    /** Two servers, one of them dead: calls that need it fail at once, endings reach the other. */
    @Test
    void oneServersFailuresAreNotTheOthers() throws StoreException {
        Set<String> heard = new HashSet<>();
        Store two = new FakeStore() {
            @Override
            public boolean divided() {
                return true;
            }

            @Override
            public Set<String> primaries() {
                return Set.of("a", "b");
            }

            @Override
            public String primaryOf(String identity) {
                return identity.substring(0, 1);
            }

            @Override
            public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
                    throws StoreException {
                for (Claim claim : claims) {
                    heard.add(operation + " " + claim.identity());
                    if (claim.identity().startsWith("a")) {
                        throw new StoreException("a is dead").at("a");
                    }
                }
                return List.of();
            }

            @Override
            public void ping(String primary) throws StoreException {
                throw new StoreException("still dead");
            }
        };
        try (Breaker divided = new Breaker(two, BUDGET, time)) {
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> decide(divided, of("b1", "a1"))).isInstanceOf(StoreException.class);
            }
            heard.clear();
            decide(divided, of("b1", "b2"));
            assertThatThrownBy(() -> decide(divided, of("b1", "a1"))).isInstanceOf(StoreException.class);
            assertThat(heard).containsExactlyInAnyOrder("DECIDE b1", "DECIDE b2");
            assertThatThrownBy(() -> divided.ask(Operation.SUCCEED, of("b1", "a1"), deadline()))
                    .isInstanceOf(StoreException.class);
            assertThat(heard).contains("SUCCEED b1").doesNotContain("SUCCEED a1");
        }
    }

    private static List<Claim> of(String... identities) {
        List<Claim> claims = new ArrayList<>();
        for (String identity : identities) {
            claims.add(new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), identity, 1));
        }
        return claims;
    }

    @Test
    void aDriversFaultIsAFailure() {
        answer = () -> {
            throw new IllegalStateException("a driver's fault");
        };
        assertThatThrownBy(() -> decide(breaker, List.of())).isInstanceOf(StoreException.class);
    }

    /** The thread that finds a server back may ask it all that it is owed, before anybody else does. */
    @Test
    void whoBringsAServerUpToDateAsksItFirst() throws Exception {
        CountDownLatch bringing = new CountDownLatch(1);
        CountDownLatch brought = new CountDownLatch(1);
        CountDownLatch back = new CountDownLatch(1);
        breaker.watch(new Breaker.Watch() {
            @Override
            public void returning(String primary) throws StoreException {
                var unused = decide(breaker, List.of());
                bringing.countDown();
                Await.until(() -> brought.getCount() == 0, Duration.ofSeconds(20));
            }

            @Override
            public void back(String primary) {
                back.countDown();
            }
        });
        breaker.startOpen();
        assertThat(bringing.await(20, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> decide(breaker, List.of())).isInstanceOf(StoreException.class);
        assertThat(asked).as("what the server is owed, and nothing else").hasValue(1);
        brought.countDown();
        assertThat(back.await(20, TimeUnit.SECONDS)).isTrue();
    }
}
