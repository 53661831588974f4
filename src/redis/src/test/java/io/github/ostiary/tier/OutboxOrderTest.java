package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.lease.Budget;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LockoutPolicies;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An attempt that was denied, asks again and is let in stays in: no end of the first time arrives behind that. */
class OutboxOrderTest {

    private static final long LATER = 60_000_000;

    private final ManualTimeSource time = new ManualTimeSource();
    private final FlakyStore store = new FlakyStore(new LocalStore(1_000, time));
    private final LocalStore local = new LocalStore(1_000, time);
    private final Outbox outbox =
            new Outbox(store, new LocalDenialCache(1_000, time), local.locks(), new Budget(1_000_000, time));
    private final LockoutPolicy policy =
            LockoutPolicies.policy().lock(9, 60, 60).named("login");
    private final List<AttemptClaim> attempt = List.of(LockoutPolicies.attempt(policy, "1", "", ""));

    @AfterEach
    void close() {
        store.close();
    }

    private Void asksAgain() throws StoreException {
        boolean unused = outbox.askedAgain(attempt, time.micros() + LATER);
        assertThat(store.ask(Operation.DECIDE, attempt, Store.NO_DEADLINE)
                        .get(0)
                        .passed())
                .isTrue();
        return null;
    }

    private long inFlight() throws StoreException {
        return store.locks().state(new LockBook.LockId(policy, "k")).inFlight();
    }

    private static void run(FutureTask<?> task, String name) {
        new Thread(task, name).start();
    }

    @Test
    void aDeliveryThatIsUnderWayIsWaitedFor() throws Exception {
        CountDownLatch under = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        outbox.add(Operation.ABANDON, attempt);
        store.before = operation -> {
            if (operation == Operation.ABANDON && first.getAndSet(false)) {
                under.countDown();
                try {
                    assertThat(gate.await(20, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        FutureTask<Void> delivery = new FutureTask<>(() -> {
            outbox.deliver(Store.UNDIVIDED);
            return null;
        });
        run(delivery, "delivery");
        assertThat(under.await(20, TimeUnit.SECONDS)).isTrue();
        FutureTask<Void> again = new FutureTask<>(this::asksAgain);
        Thread caller = new Thread(again, "caller");
        caller.start();
        Await.until(() -> again.isDone() || caller.getState() == Thread.State.TIMED_WAITING, Duration.ofSeconds(20));
        gate.countDown();
        again.get(20, TimeUnit.SECONDS);
        delivery.get(20, TimeUnit.SECONDS);
        assertThat(inFlight()).isEqualTo(1);
    }

    @Test
    void whatWasToldSinceItWasFoundIsNotToldAgain() throws Exception {
        outbox.add(Operation.ABANDON, attempt);
        AtomicBoolean first = new AtomicBoolean(true);
        store.whereabouts = () -> {
            if (first.getAndSet(false)) {
                FutureTask<Void> again = new FutureTask<>(this::asksAgain);
                run(again, "caller");
                Await.until(again::isDone, Duration.ofSeconds(20));
            }
        };
        outbox.deliver(Store.UNDIVIDED);
        assertThat(first).isFalse();
        assertThat(inFlight()).isEqualTo(1);
    }

    /** A question that nobody waits for may begin it until a second has passed, and it ends then once more; unless it was let in since. */
    @Test
    void noEndThatWasMeantForLaterComesBehindIt() throws Exception {
        outbox.mayBegin(attempt, time.micros() + 1_000_000);
        outbox.add(Operation.ABANDON, attempt);
        asksAgain();
        time.advance(Duration.ofSeconds(2));
        outbox.deliver(Store.UNDIVIDED);
        assertThat(inFlight()).isEqualTo(1);
    }
}
