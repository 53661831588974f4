package io.github.ostiary.setup;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object of the application's that is looked for when it is first needed: beans begin to exist after the guard. Thread-safe.
 *
 * @param <T> what it is asked as
 */
final class FoundBean<T> {

    private final ClassLoader application;
    private final Class<? extends T> type;
    private final Class<T> as;
    private final Supplier<T> otherwise;
    private final ReentrantLock looking = new ReentrantLock();
    private volatile @Nullable T found;

    /**
     * Looks for nothing yet.
     *
     * @param application the class loader of the application that names it
     * @param type of the bean
     * @param as the type by which it is asked
     * @param otherwise makes one where there is no such bean
     */
    FoundBean(ClassLoader application, Class<? extends T> type, Class<T> as, Supplier<T> otherwise) {
        this.application = application;
        this.type = type;
        this.as = as;
        this.otherwise = otherwise;
    }

    /** Always the same. */
    T get() {
        T known = found;
        if (known != null) {
            return known;
        }
        looking.lock();
        try {
            known = found;
            if (known == null) {
                known = ApplicationBeans.bean(application, type, as).orElseGet(otherwise);
                found = known;
            }
            return known;
        } finally {
            looking.unlock();
        }
    }
}
