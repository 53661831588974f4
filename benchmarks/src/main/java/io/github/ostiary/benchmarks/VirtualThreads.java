package io.github.ostiary.benchmarks;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/** Virtual threads, and how often one of them has kept its carrier while it waited for Ostiary. Of JDK 21 and later. */
final class VirtualThreads implements AutoCloseable {

    private static final String PINNED = "jdk.VirtualThreadPinned";

    private final RecordingStream stream = new RecordingStream();
    private final AtomicLong pinned = new AtomicLong();

    VirtualThreads() {
        stream.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
        stream.onEvent(PINNED, event -> {
            if (isOurs(event)) {
                pinned.incrementAndGet();
            }
        });
        stream.startAsync();
    }

    /** Whether it waited for Ostiary, and not for a peer or the loading of its classes. */
    private static boolean isOurs(RecordedEvent event) {
        return event.getStackTrace().getFrames().stream()
                .map(frame -> frame.getMethod().getType().getName())
                .anyMatch(name ->
                        name.startsWith("io.github.ostiary.") && !name.startsWith("io.github.ostiary.benchmarks."));
    }

    /** One thread for each task. */
    ExecutorService threads(int many) {
        try {
            Method made = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
            return (ExecutorService) made.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("virtual threads need JDK 21 or later", e);
        }
    }

    /** How often until now. Waits for what is told each second. */
    long pinned() throws InterruptedException {
        stream.awaitTermination(Duration.ofSeconds(2));
        return pinned.get();
    }

    @Override
    public void close() {
        stream.close();
    }
}
