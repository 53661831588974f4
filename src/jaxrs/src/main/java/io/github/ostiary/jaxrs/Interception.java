package io.github.ostiary.jaxrs;

import io.github.ostiary.setup.ApplicationBeans;
import jakarta.ws.rs.core.Configuration;
import java.lang.annotation.Annotation;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The interceptor before a resource, if one stands there: CDI has to know the class, and JAX-RS has to ask CDI for it. */
final class Interception {

    private static final String ON_VERTX = "org.jboss.resteasy.reactive.";
    private static final String CXF = "org.apache.cxf.";

    /** The classes that are there where an implementation asks CDI for resources, by implementation. */
    private static final Map<String, String> BRIDGES = Map.of(
            "org.glassfish.jersey.",
            "org.glassfish.jersey.ext.cdi1x.internal.CdiComponentProvider",
            "org.jboss.resteasy.",
            "org.jboss.resteasy.cdi.CdiInjectorFactory",
            CXF,
            "org.apache.openejb.server.cxf.rs.CxfRSService");

    private static final Set<String> MANAGED = Set.of(
            "jakarta.enterprise.context.NormalScope",
            "jakarta.enterprise.inject.Stereotype",
            "jakarta.inject.Scope",
            "jakarta.inject.Singleton");

    private final Class<?> implementation;

    /** Interception in an application of JAX-RS. */
    Interception(Configuration configuration) {
        this.implementation = configuration.getClass();
    }

    /** Whether an implementation stands behind the routes of Vert.x, all of whose resources are beans. */
    static boolean isOnVertx(Configuration configuration) {
        return configuration.getClass().getName().startsWith(ON_VERTX);
    }

    /** Known when the application starts, and the same for all of its calls. */
    boolean standsBefore(Class<?> resource) {
        boolean scoped = !implementation.getName().startsWith(CXF) || hasScope(resource);
        return scoped && ApplicationBeans.isBean(resource) && asksForBeans(resource.getClassLoader());
    }

    /**
     * Whether JAX-RS asks CDI for beans. A server whose modules hide JAX-RS from applications is a full server, and has the
     * bridge too.
     */
    private boolean asksForBeans(ClassLoader application) {
        if (implementation.getName().startsWith(ON_VERTX)) {
            return true;
        }
        ClassLoader own = implementation.getClassLoader();
        for (Map.Entry<String, String> bridge : BRIDGES.entrySet()) {
            if (implementation.getName().startsWith(bridge.getKey()) && isSeen(own, application)) {
                return Cxf.load(bridge.getValue(), own) != null || Cxf.load(bridge.getValue(), application) != null;
            }
        }
        return true;
    }

    private static boolean isSeen(ClassLoader loader, ClassLoader application) {
        for (ClassLoader above = application; above != null; above = above.getParent()) {
            if (above == loader) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class has what CXF, in TomEE, asks CDI for. */
    static boolean hasScope(Class<?> resource) {
        return Stream.of(resource.getAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(Interception::manages);
    }

    private static boolean manages(Class<? extends Annotation> type) {
        return type.getName().startsWith("jakarta.ejb.")
                || MANAGED.contains(type.getName())
                || Stream.of(type.getAnnotations())
                        .anyMatch(carried ->
                                MANAGED.contains(carried.annotationType().getName()));
    }
}
