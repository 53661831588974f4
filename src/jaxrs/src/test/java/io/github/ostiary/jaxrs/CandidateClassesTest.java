package io.github.ostiary.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.rest.LimitedResource;
import io.github.ostiary.testing.rest.UnlistedFeatureApplication;
import jakarta.servlet.ServletContext;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which classes could be an application of JAX-RS, by their files. */
class CandidateClassesTest {

    /** Class files by their paths in the application. */
    private final Map<String, Class<?>> files = new LinkedHashMap<>();

    private ServletContext deployed(Class<?>... types) {
        for (Class<?> type : types) {
            files.put("/WEB-INF/classes/" + file(type), type);
        }
        return (ServletContext) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ServletContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getResourcePaths" -> children((String) arguments[0]);
                    case "getResourceAsStream" -> {
                        Class<?> type = files.get((String) arguments[0]);
                        yield type == null ? null : type.getClassLoader().getResourceAsStream(file(type));
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static String file(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private @Nullable Set<String> children(String folder) {
        Set<String> children = new TreeSet<>();
        for (String path : files.keySet()) {
            if (path.startsWith(folder)) {
                int end = path.indexOf('/', folder.length());
                children.add(end < 0 ? path : path.substring(0, end + 1));
            }
        }
        return children.isEmpty() ? null : children;
    }

    @Test
    void theyExtendApplicationOrCarryItsPath() {
        assertThat(CandidateClasses.of(deployed(
                        UnlistedFeatureApplication.class, LimitedResource.class, Nested.class, Nested.Carrier.class)))
                .containsExactly(
                        Nested.class.getName(),
                        Nested.Carrier.class.getName(),
                        UnlistedFeatureApplication.class.getName());
    }

    @Test
    void whereThereAreNoClassesThereAreNone() {
        assertThat(CandidateClasses.of(deployed())).isEmpty();
    }

    /** An application. */
    public static class Nested extends Application {

        /** Extends it by way of another. */
        @ApplicationPath("carrier")
        public static class Carrier extends Nested {}
    }
}
