package io.github.ostiary.testing;

import java.io.IOException;

/** Threads of what stands between a client and a server. Each ends with one of its sides, and none keeps a JVM alive. */
public final class Daemons {

    /** Carries bytes until one side has gone. */
    public interface Work {

        void run() throws IOException, InterruptedException;
    }

    private Daemons() {}

    /** Starts one. */
    public static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | InterruptedException e) {
                        // One side has gone, and so have both.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }
}
