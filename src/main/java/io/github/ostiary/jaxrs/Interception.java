package io.github.ostiary.jaxrs;

import io.github.ostiary.setup.ApplicationBeans;
import jakarta.ws.rs.core.Configuration;
import java.lang.annotation.Annotation;
import java.util.Set;
import java.util.stream.Stream;

/** The chance that an interceptor stands before a resource: for certain this is known only when it is called. */
final class Interception {

    private static final String CXF = "org.apache.cxf.";
    private static final Set<String> MANAGED = Set.of(
            "jakarta.enterprise.context.NormalScope",
            "jakarta.enterprise.inject.Stereotype",
            "jakarta.inject.Scope",
            "jakarta.inject.Singleton");

    private Interception() {}

    /** Whether this implementation makes beans of resources with a scope only: CXF does, in TomEE. */
    static boolean needsScope(Configuration configuration) {
        return configuration.getClass().getName().startsWith(CXF);
    }

    /** False without CDI, and for a class without a scope that needs one. */
    static boolean isPossible(Class<?> resource, boolean scopesOnly) {
        return ApplicationBeans.exist() && (!scopesOnly || isManaged(resource));
    }

    private static boolean isManaged(Class<?> resource) {
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
