package io.github.ostiary.metrics;

import io.github.ostiary.setup.ApplicationBeans;
import io.github.ostiary.text.Log;
import java.util.Optional;

/** The beans of one application, found from any thread. Thread-safe. */
final class LoaderBeans {

    private static final System.Logger LOG = Log.of(LoaderBeans.class);

    private final ClassLoader loader;

    LoaderBeans(ClassLoader loader) {
        this.loader = loader;
    }

    /** Empty if there is none, or CDI cannot be asked. */
    Optional<?> bean(Class<?> type) {
        try {
            return ApplicationBeans.bean(loader, type);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "CDI cannot be asked for a bean of " + type.getName(), e);
            return Optional.empty();
        }
    }

    /** CDI and registries know by the thread's class loader whose beans and figures are meant. */
    void inTheApplicationsName(Runnable work) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            work.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
