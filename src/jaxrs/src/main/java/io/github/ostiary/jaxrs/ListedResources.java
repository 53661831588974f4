package io.github.ostiary.jaxrs;

import io.github.ostiary.interceptor.LimitedMethod;
import io.github.ostiary.setup.ApplicationBeans;
import io.github.ostiary.text.Log;
import jakarta.ws.rs.core.Application;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;

/**
 * The resources that an {@code Application} lists, on an implementation that finds the feature only if it is listed too:
 * what is limited there and has no interceptor would not be limited.
 */
final class ListedResources {

    private static final System.Logger LOG = Log.of(ListedResources.class);

    /** The classes that have been logged: CDI and the container may both lead here. */
    private static final Set<Class<?>> WARNED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private ListedResources() {}

    /**
     * The resources that are not limited, one sentence each; resources that deny in another way are logged, once.
     *
     * @param beans whether the server makes beans of resources with a scope
     */
    static List<String> problems(Class<?> application, boolean beans) {
        Set<Class<?>> listed = listed(application);
        if (listed.isEmpty() || listed.contains(RateLimitFeature.class)) {
            return List.of();
        }
        String remedy = "add RateLimitFeature.class to what " + application.getName() + ".getClasses() returns";
        Set<String> problems = new TreeSet<>();
        for (Class<?> resource : listed) {
            problems.addAll(LimitedMethod.onInterfaces(resource));
            List<LimitedMethod> limited = limited(resource);
            if (!limited.isEmpty() && beans && ApplicationBeans.exist() && Interception.hasScope(resource)) {
                warn(resource, remedy);
            } else {
                String scope = beans ? ", or give " + resource.getName() + " a scope such as @RequestScoped" : "";
                limited.forEach(method -> problems.add("@RateLimit on " + method.location()
                        + ": nothing limits it, since this server ignores features where an Application lists its classes; "
                        + remedy + scope));
            }
        }
        return List.copyOf(problems);
    }

    private static void warn(Class<?> resource, String remedy) {
        if (WARNED.add(resource)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0}: on this server its denied callers get 500, since nothing answers them; {1}",
                    resource.getName(),
                    remedy);
        }
    }

    private static List<LimitedMethod> limited(Class<?> resource) {
        List<LimitedMethod> limited = new ArrayList<>();
        ResourceMethods.of(resource).forEach(method -> limited.add(LimitedMethod.of(method, resource)));
        limited.removeIf(method -> !method.isLimited());
        return limited;
    }

    /** Empty if it lists none, or cannot be asked yet. Singletons are deprecated, and still not limited. */
    @SuppressWarnings("deprecation")
    private static Set<Class<?>> listed(Class<?> type) {
        try {
            Application application =
                    (Application) type.getDeclaredConstructor().newInstance();
            Set<Class<?>> listed = new HashSet<>(application.getClasses());
            application.getSingletons().forEach(singleton -> listed.add(singleton.getClass()));
            return listed;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot be asked what it lists: " + type.getName(), e);
            return Set.of();
        }
    }
}
