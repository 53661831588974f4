package io.github.ostiary.testing;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.setup.GuardBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A program: threads ask a guard while one of them is interrupted without end. Prints how many were decided without Redis. */
public final class InterruptedCallers {

    private static final int CALLERS = 16;
    private static final int CALLS = 250;

    private InterruptedCallers() {}

    /**
     * Runs.
     *
     * @param arguments the URI of Redis; {@code virtual} or {@code platform}
     */
    public static void main(String[] arguments) throws Exception {
        ThreadFactory factory = arguments[1].equals("virtual") ? virtual() : Thread::new;
        AtomicInteger degraded = new AtomicInteger();
        AtomicInteger calls = new AtomicInteger();
        try (Guard guard = GuardBuilder.create()
                .redis(arguments[0])
                .property("redis.timeout", "10s")
                .limit("api", "1000000/1h")
                .build()) {
            CountDownLatch left = new CountDownLatch(CALLERS);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Key key = Key.of("caller" + i);
                threads.add(factory.newThread(() -> {
                    for (int j = 0; j < CALLS; j++) {
                        calls.incrementAndGet();
                        if (guard.limiter("api").tryAcquire(key).degraded()) {
                            degraded.incrementAndGet();
                        }
                    }
                    left.countDown();
                }));
            }
            threads.forEach(Thread::start);
            while (left.getCount() > 0) {
                threads.get(0).interrupt();
                threads.get(1).interrupt();
                LockSupport.parkNanos(20_000); // whoever is interrupted may have no other processor
            }
        }
        System.out.println("degraded " + degraded + " of " + calls);
    }

    /** This is compiled for a JDK that has none. */
    private static ThreadFactory virtual() throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }
}
