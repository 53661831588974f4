package io.github.ostiary.testing.beans.outside;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.SecurityContext;
import jakarta.security.enterprise.authentication.mechanism.http.AuthenticationParameters;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import java.util.Set;

/** Says of a thread that somebody calls by it, as servers do of theirs. */
@ApplicationScoped
public class Platform implements SecurityContext {

    private static final ThreadLocal<String> CALLER = new ThreadLocal<>();

    static void call(String caller, Runnable task) {
        CALLER.set(caller);
        try {
            task.run();
        } finally {
            CALLER.remove();
        }
    }

    @Override
    public Principal getCallerPrincipal() {
        String caller = CALLER.get();
        return caller == null ? null : () -> caller;
    }

    @Override
    public <T extends Principal> Set<T> getPrincipalsByType(Class<T> type) {
        return Set.of();
    }

    @Override
    public boolean isCallerInRole(String role) {
        return role.equals("**") && "guest".equals(CALLER.get());
    }

    @Override
    public boolean hasAccessToWebResource(String resource, String... methods) {
        return true;
    }

    @Override
    public AuthenticationStatus authenticate(
            HttpServletRequest request, HttpServletResponse response, AuthenticationParameters parameters) {
        throw new UnsupportedOperationException();
    }
}
