package io.github.ostiary.jaxrs;

import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** The names of CXF and of what it serves: there may be neither it nor JAX-RS. */
final class Cxf {

    private static final String APPLICATION = "jakarta.ws.rs.core.Application";
    private static final String SERVER = "org.apache.cxf.jaxrs.JAXRSServerFactoryBean";
    private static final String INITIALIZER = "org.apache.cxf.jaxrs.servlet.sci.JaxrsServletContainerInitializer";

    private Cxf() {}

    /** Whether it may serve what a class loader knows. */
    static boolean mayServe(ClassLoader loader) {
        return load(SERVER, loader) != null;
    }

    /** Whether it looks for an {@code Application} by itself. */
    static boolean findsApplications(ClassLoader loader) {
        return load(INITIALIZER, loader) != null;
    }

    /** Whether a class is a servlet of CXF's, or extends one. */
    static boolean isServlet(@Nullable Class<?> type) {
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (above.getName().startsWith("org.apache.cxf.")) {
                return true;
            }
        }
        return false;
    }

    /** Whether an {@code Application} can be made of a class. */
    static boolean isApplication(Class<?> type) {
        return !Modifier.isAbstract(type.getModifiers()) && extendsApplication(type.getSuperclass());
    }

    private static boolean extendsApplication(@Nullable Class<?> type) {
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (above.getName().equals(APPLICATION)) {
                return true;
            }
        }
        return false;
    }

    /** Null if there is none; does not initialize it. */
    static @Nullable Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
