package io.github.ostiary.servlet;

import io.github.ostiary.text.ClassPath;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;

/**
 * A WAR with Spring Security and without Spring Boot, which would find our part of it by itself: Spring's loader of contexts reads
 * a parameter of the servlet context that names who is called before beans are made. Nothing of Spring is loaded here.
 */
final class SpringSecurityWar {

    private static final System.Logger LOG = Log.of(SpringSecurityWar.class);
    private static final String NEEDED = "org.springframework.security.authentication.AuthenticationManager";
    private static final String PARAMETER = "globalInitializerClasses";
    private static final String INITIALIZER = "io.github.ostiary.spring.SecurityInitializer";

    private SpringSecurityWar() {}

    /** Has Spring call our part, if this jar stands where it sees the application's Spring Security. */
    static void prepare(ServletContext context) {
        if (!ClassPath.has(NEEDED)) {
            return;
        }
        try {
            String named = context.getInitParameter(PARAMETER);
            if (named == null) {
                var unused = context.setInitParameter(PARAMETER, INITIALIZER);
            } else if (!named.contains(INITIALIZER)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "<context-param> {0} names other classes: Spring Security does not find what login=spring and the console"
                                + " need; add {1} to it",
                        PARAMETER,
                        INITIALIZER);
            }
        } catch (IllegalStateException | UnsupportedOperationException e) {
            LOG.log(System.Logger.Level.DEBUG, "No parameter can be set", e);
        }
    }
}
