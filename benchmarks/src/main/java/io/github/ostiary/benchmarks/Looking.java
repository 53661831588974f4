package io.github.ostiary.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** Threads that look at locks for as long as this is open, and decide nothing. */
final class Looking implements AutoCloseable {

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    Looking(FarContender.Asking asking, int many) {
        for (int i = 0; i < many; i++) {
            String caller = "user-" + i;
            Thread thread = new Thread(
                    () -> {
                        while (!closed) {
                            asking.look(caller);
                            Thread.onSpinWait();
                        }
                    },
                    "looking");
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
