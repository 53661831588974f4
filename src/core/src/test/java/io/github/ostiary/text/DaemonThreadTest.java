package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Threads that keep neither the JVM nor an application, and how they end. */
class DaemonThreadTest {

    private static final long LONG_MILLIS = 20_000;

    private final ExecutorService threads =
            Executors.newSingleThreadExecutor(task -> DaemonThread.of(task, "ostiary-test"));
    private final AtomicInteger done = new AtomicInteger();
    private final CountDownLatch never = new CountDownLatch(1);

    private void hang() {
        try {
            boolean unused = never.await(LONG_MILLIS, TimeUnit.MILLISECONDS);
            done.incrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void theyKeepNothing() {
        Thread thread = DaemonThread.of(done::incrementAndGet, "ostiary-test");
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getContextClassLoader()).isNull();
        assertThat(thread.getName()).isEqualTo("ostiary-test");
    }

    @Test
    void whatWaitsIsStillDone() {
        for (int i = 0; i < 10; i++) {
            threads.execute(done::incrementAndGet);
        }
        assertThat(DaemonThread.finish(threads, LONG_MILLIS)).isZero();
        assertThat(done).hasValue(10);
        assertThat(threads.isTerminated()).isTrue();
    }

    @Test
    void whatTakesTooLongIsInterruptedAndTheRestCounted() {
        threads.execute(() -> {
            hang();
            done.incrementAndGet();
        });
        threads.execute(done::incrementAndGet);
        threads.execute(done::incrementAndGet);
        assertThat(DaemonThread.finish(threads, 1)).isEqualTo(2);
        assertThat(threads.isTerminated()).isTrue();
        assertThat(done).as("what was under way").hasValue(1);
    }

    @Test
    void anInterruptedThreadWaitsForNothingAndStaysInterrupted() {
        threads.execute(this::hang);
        threads.execute(done::incrementAndGet);
        Thread.currentThread().interrupt();
        assertThat(DaemonThread.finish(threads, LONG_MILLIS)).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(done).hasValue(0);
    }
}
