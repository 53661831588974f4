package io.github.ostiary.setup;

import io.github.ostiary.text.ByApplication;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The beans of the applications of this JVM, by class loader, for what a configuration names by its class. Thread-safe.
 *
 * @hidden
 */
public final class ApplicationBeans {

    private static final Map<ClassLoader, Beans> OFFERED = Collections.synchronizedMap(new WeakHashMap<>());

    private static final Set<Class<?>> BEANS =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private static final ByApplication<Boolean> BUILT = new ByApplication<>();

    private static volatile boolean found;

    private ApplicationBeans() {}

    /** Says that CDI manages beans of an application that has this jar. */
    public static void announce() {
        found = true;
    }

    /**
     * Says the same of an application whose beans were found when it was built: it has no {@code WEB-INF}.
     *
     * @param loader the application's class loader
     */
    public static void announceBuilt(ClassLoader loader) {
        announce();
        BUILT.put(loader, true);
    }

    /**
     * Whether an application was built with its beans.
     *
     * @param loader the application's class loader
     * @return false where they are found when it starts
     */
    public static boolean areBuilt(ClassLoader loader) {
        return BUILT.find(loader) != null;
    }

    /**
     * Whether CDI manages beans.
     *
     * @return true if so in any of the applications that share this jar
     */
    public static boolean exist() {
        return found;
    }

    /**
     * Says that CDI makes beans of a class, and calls our interceptor before its limited methods.
     *
     * @param type the class
     */
    public static void announce(Class<?> type) {
        BEANS.add(type);
    }

    /**
     * Whether CDI makes beans of a class.
     *
     * @param type the class
     * @return false where the caller has to make an object of it
     */
    public static boolean isBean(Class<?> type) {
        return BEANS.contains(type);
    }

    /**
     * The beans of one application.
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

        /**
         * Whether there will be a bean of a class, before any is made.
         *
         * @param type the class
         * @return false where that is not known so early
         */
        default boolean has(Class<?> type) {
            return false;
        }
    }

    /**
     * Offers an application's beans to what its configuration names.
     *
     * @param loader the application's class loader
     * @param beans asked when something is first needed
     * @return ends the offer
     */
    public static Subscription offer(ClassLoader loader, Beans beans) {
        OFFERED.put(loader, beans);
        return () -> OFFERED.remove(loader, beans);
    }

    /**
     * The bean of a class that an application uses, which may be of another library.
     *
     * @param application its class loader
     * @param type the class
     * @return empty if there is none
     */
    public static Optional<?> bean(ClassLoader application, Class<?> type) {
        Beans beans = OFFERED.get(application);
        return beans == null ? Optional.empty() : beans.of(type);
    }

    /** Whether an application will have a bean of a class. */
    static boolean has(ClassLoader application, Class<?> type) {
        Beans beans = OFFERED.get(application);
        return beans != null && beans.has(type);
    }

    /** The bean of a class, of the application that names it or of the one it belongs to. */
    static <T> Optional<T> bean(ClassLoader application, Class<? extends T> type, Class<T> as) {
        Optional<?> found = bean(application, type);
        return (found.isPresent() ? found : bean(type.getClassLoader(), type)).map(as::cast);
    }
}
