package io.github.ostiary.engine;

import java.util.concurrent.ThreadFactory;

/** The threads of a guard: they keep neither the JVM nor, by its class loader, the application that happened to start them. */
final class DaemonThreads {

    private DaemonThreads() {}

    /** Makes threads that are all called alike. */
    static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            return thread;
        };
    }
}
