package io.github.ostiary.jaxrs;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.interceptor.LimitedMethod;
import io.github.ostiary.setup.AtStart;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at all resource methods when their application starts, and tells what can never be limited. Registered by {@link
 * RateLimitFeature}.
 *
 * @hidden
 */
public class LimitedResources implements DynamicFeature {

    /** Creates it for the container. */
    public LimitedResources() {}

    /**
     * Looks at the class of a resource method.
     *
     * @param resource one of its methods
     * @param context of that method
     * @throws ConfigurationException with everything that is wrong; the JAX-RS application does not start
     */
    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        AtStart.run(() -> look(resource, context));
    }

    private static void look(ResourceInfo resource, FeatureContext context) {
        Class<?> type = resource.getResourceClass();
        boolean intercepted = new Interception(context.getConfiguration()).standsBefore(type);
        List<String> problems = new ArrayList<>(intercepted ? List.of() : ResourceMethods.unreachable(type));
        problems.addAll(LimitedMethod.onInterfaces(type));
        for (Method method : ResourceMethods.of(type)) {
            LimitedMethod limited = LimitedMethod.of(method, type);
            List<String> wrong = limited.problems();
            problems.addAll(wrong);
            if (!intercepted && wrong.isEmpty() && limited.needsInterceptor()) {
                problems.add(limited.needsInterceptorMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(
                    problems.stream().distinct().sorted().toList());
        }
    }
}
