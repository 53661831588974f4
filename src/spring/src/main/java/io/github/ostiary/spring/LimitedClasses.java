package io.github.ostiary.spring;

import io.github.ostiary.Guard;
import io.github.ostiary.interceptor.BeanScan;
import io.github.ostiary.interceptor.LimitedMethod;
import io.github.ostiary.text.Log;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The classes of an application's beans, each looked at once. Thread-safe. */
final class LimitedClasses {

    private static final System.Logger LOG = Log.of(LimitedClasses.class);

    private final Supplier<Guard> guard;
    private final boolean byClass;
    private final BeanScan scan = new BeanScan();
    private final Map<Class<?>, Boolean> limited = new ConcurrentHashMap<>();

    /** Whether the application has begun: a class that is seen first after that is checked by itself. */
    private volatile boolean checked;

    LimitedClasses(Supplier<Guard> guard, boolean byClass) {
        this.guard = guard;
        this.byClass = byClass;
    }

    /**
     * Whether any method of a class is limited.
     *
     * @throws io.github.ostiary.ConfigurationException if something is wrong with it, once the application has begun
     */
    boolean isLimited(Class<?> bean) {
        Boolean known = limited.get(bean);
        if (known == null) {
            known = look(bean);
            limited.put(bean, known);
        }
        return known;
    }

    private boolean look(Class<?> bean) {
        if (bean.getName().startsWith("org.springframework.") || bean.getClassLoader() == null) {
            return false;
        }
        try {
            scan.add(bean, List.of());
            boolean any = LimitedMethod.isAnyIn(bean);
            if (any) {
                InterceptedMethods.look(bean, byClass, scan);
            }
            if (checked) {
                check();
            }
            return any;
        } catch (LinkageError e) {
            LOG.log(System.Logger.Level.DEBUG, "The class of a bean cannot be looked at", e);
            return false;
        }
    }

    /**
     * Finds everything that is wrong with what has been looked at.
     *
     * @throws io.github.ostiary.ConfigurationException with all problems
     */
    void check() {
        checked = true;
        if (!scan.isEmpty()) {
            scan.check(guard.get());
        }
    }
}
