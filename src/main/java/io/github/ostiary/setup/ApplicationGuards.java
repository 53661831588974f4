package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the bean edge finds the guard of its application and the request it is called from, without knowing the HTTP
 * edge. Thread-safe.
 *
 * <p>Guards are found by the thread's context class loader, which every container sets to the application's: the jar may
 * live in {@code WEB-INF/lib} or be shared by several applications.
 *
 * @hidden
 */
public final class ApplicationGuards {

    private static final CallContext NO_REQUEST = new CallContext() {};
    private static final Map<ClassLoader, Supplier<Guard>> BOUND = Collections.synchronizedMap(new WeakHashMap<>());
    private static final Map<ClassLoader, List<Runnable>> WAITING = Collections.synchronizedMap(new WeakHashMap<>());
    private static final Map<ClassLoader, Beans> BEANS = Collections.synchronizedMap(new WeakHashMap<>());
    private static final ThreadLocal<@Nullable CallContext> CALL = new ThreadLocal<>();

    private static volatile boolean beans;

    private ApplicationGuards() {}

    /** Says that CDI manages beans of an application that has this jar. */
    public static void beansFound() {
        beans = true;
    }

    /**
     * Whether CDI manages beans.
     *
     * @return true if so in any of the applications that share this jar
     */
    public static boolean haveBeans() {
        return beans;
    }

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
    public static CallScope whenBound(ClassLoader loader, Runnable task) {
        WAITING.computeIfAbsent(loader, key -> new CopyOnWriteArrayList<>()).add(task);
        if (BOUND.containsKey(loader)) {
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
     * Where the beans of an application are.
     *
     * @hidden
     */
    @FunctionalInterface
    public interface Beans {

        /**
         * The bean of a class.
         *
         * @param type the class
         * @return empty if there is none, or more than one
         */
        Optional<?> of(Class<?> type);
    }

    /**
     * Offers an application's beans to what its configuration names.
     *
     * @param loader the application's class loader
     * @param beans asked when something is first needed
     * @return ends the offer
     */
    public static CallScope offer(ClassLoader loader, Beans beans) {
        BEANS.put(loader, beans);
        return () -> BEANS.remove(loader, beans);
    }

    /** The bean of a class, in the application it belongs to. */
    static <T> Optional<T> bean(Class<? extends T> type, Class<T> as) {
        Beans beans = BEANS.get(type.getClassLoader());
        return beans == null ? Optional.empty() : beans.of(type).map(as::cast);
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
        for (ClassLoader loader = application; loader != null; loader = loader.getParent()) {
            Supplier<Guard> guard = BOUND.get(loader);
            if (guard != null) {
                return Optional.of(guard.get());
            }
        }
        return Optional.empty();
    }

    /**
     * The request this thread works on.
     *
     * @return a context that knows nothing, outside a request
     */
    public static CallContext call() {
        CallContext call = CALL.get();
        return call == null ? NO_REQUEST : call;
    }

    /**
     * Makes a request known to the beans this thread calls, until {@link #forget}.
     *
     * @param call the request
     * @return what was known before; null if nothing was
     */
    public static @Nullable CallContext remember(CallContext call) {
        CallContext outer = CALL.get();
        CALL.set(call);
        return outer;
    }

    /**
     * Ends {@link #remember}, on the same thread. What stays with the thread is empty: it keeps no class loader, and the
     * next request need not make it anew.
     *
     * @param outer what {@link #remember} returned
     */
    public static void forget(@Nullable CallContext outer) {
        CALL.set(outer);
    }

    /**
     * Ends {@link #whenBound} or {@link #offer}.
     *
     * @hidden
     */
    @FunctionalInterface
    public interface CallScope extends AutoCloseable {

        @Override
        void close();
    }
}
