package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.text.ByApplication;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The guards of the applications of this JVM, by class loader, so that the bean edge finds its own without knowing the
 * HTTP edge. Thread-safe.
 *
 * <p>Guards are found by the thread's context class loader, which every container sets to the application's: the jar may
 * live in {@code WEB-INF/lib} or be shared by several applications.
 *
 * @hidden
 */
public final class ApplicationGuards {

    private static final ByApplication<Supplier<Guard>> BOUND = new ByApplication<>();
    private static final Map<ClassLoader, List<Runnable>> WAITING = Collections.synchronizedMap(new WeakHashMap<>());

    private ApplicationGuards() {}

    /**
     * Makes a guard known to the beans of an application.
     *
     * @param loader the application's class loader
     * @param guard asked each time; must return the same guard until {@link #unbind}
     * @throws RuntimeException of a task that waited; then nothing is bound
     */
    public static void bind(ClassLoader loader, Supplier<Guard> guard) {
        BOUND.put(loader, guard);
        try {
            runWaiting(loader);
        } catch (RuntimeException e) {
            BOUND.remove(loader);
            throw e;
        }
    }

    /**
     * Does something once an application has a guard: now, or inside {@link #bind}, whose caller gets what it throws.
     *
     * @param loader the application's class loader
     * @param task done at most once
     * @return forgets the task, if it has not been done
     */
    public static Subscription whenBound(ClassLoader loader, Runnable task) {
        WAITING.computeIfAbsent(loader, key -> new CopyOnWriteArrayList<>()).add(task);
        if (BOUND.has(loader)) {
            runWaiting(loader);
        }
        return () ->
                WAITING.computeIfPresent(loader, (key, tasks) -> tasks.remove(task) && tasks.isEmpty() ? null : tasks);
    }

    private static void runWaiting(ClassLoader loader) {
        List<Runnable> tasks = WAITING.remove(loader);
        if (tasks != null) {
            tasks.forEach(Runnable::run);
        }
    }

    /**
     * Ends {@link #bind}, so that the class loader can be collected.
     *
     * @param loader the application's class loader
     */
    public static void unbind(ClassLoader loader) {
        BOUND.remove(loader);
    }

    /**
     * Whether an application has a guard, made or not.
     *
     * @param loader the application's class loader
     * @return false if only a parent has
     */
    static boolean isBound(ClassLoader loader) {
        return BOUND.has(loader);
    }

    /**
     * The guard of the application this thread works for.
     *
     * @return empty if none is bound to the context class loader or one of its parents
     */
    public static Optional<Guard> current() {
        return of(Thread.currentThread().getContextClassLoader());
    }

    /**
     * The guard of an application.
     *
     * @param application the class loader of one of its classes
     * @return empty if none is bound to it or one of its parents
     */
    public static Optional<Guard> of(@Nullable ClassLoader application) {
        Supplier<Guard> guard = BOUND.find(application);
        return guard == null ? Optional.empty() : Optional.of(guard.get());
    }

    /**
     * Whether a guard counts in a store that is asked over the network.
     *
     * @param guard any
     * @return true if to report the end of a call may keep its thread waiting
     */
    public static boolean isShared(Guard guard) {
        return !(guard instanceof ConfiguredGuard own) || own.isShared();
    }

    /**
     * The rules in force in a guard whose requests no servlet's filter decides.
     *
     * @param guard any
     * @return empty if a filter decides them, or another library made the guard
     */
    public static Optional<InForce> unfiltered(Guard guard) {
        return guard instanceof ConfiguredGuard own && !own.isFiltered()
                ? Optional.of(own.inForce())
                : Optional.empty();
    }
}
