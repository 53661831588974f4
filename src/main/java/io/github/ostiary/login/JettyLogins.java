package io.github.ostiary.login;

import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.text.Durations;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The sign-ins of Jetty 12: BASIC, DIGEST and FORM, and {@code request.login}. All of them ask the login service, so one
 * is put in front of it. Whoever is denied gets the answer of a wrong password, which Jetty writes, with a {@code
 * Retry-After}.
 */
final class JettyLogins {

    private static final System.Logger LOG = System.getLogger(JettyLogins.class.getName());
    private static final Pattern EDITION = Pattern.compile("^org\\.eclipse\\.jetty\\.ee\\d+\\.");
    private static final String SERVICE = "_loginService";

    private JettyLogins() {}

    /** Ends it; null if this is not Jetty. */
    static @Nullable Runnable guard(ServletContext context, ContainerLogins logins) {
        Matcher edition = EDITION.matcher(context.getClass().getName());
        if (!edition.find()) {
            return null;
        }
        String room = edition.group() + "servlet";
        try {
            ClassLoader server = context.getClass().getClassLoader();
            Class<?> handlerType = Class.forName(room + ".ServletContextHandler", false, server);
            Object handler = handlerType
                    .getMethod("getServletContextHandler", ServletContext.class)
                    .invoke(null, context);
            Object security = Reflected.get(Objects.requireNonNull(handler), "getSecurityHandler");
            Object service = security == null ? null : Reflected.get(security, "getLoginService");
            Object authenticator = security == null ? null : Reflected.get(security, "getAuthenticator");
            if (security == null || service == null || authenticator == null) {
                return null;
            }
            Requests requests = new Requests(room, server);
            Object guarded = Reflected.inFrontOf(
                    service, (self, method, arguments) -> asked(service, method, arguments, requests, logins));
            Field ofHandler = Reflected.field(security.getClass(), SERVICE);
            Field ofAuthenticator = Reflected.field(authenticator.getClass(), SERVICE);
            ofHandler.set(security, guarded);
            ofAuthenticator.set(authenticator, guarded);
            return () -> restore(ofHandler, security, ofAuthenticator, authenticator, service);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "This Jetty is not built as others are", e);
            return null;
        }
    }

    private static void restore(
            Field ofHandler, Object security, Field ofAuthenticator, Object authenticator, Object service) {
        try {
            ofHandler.set(security, service);
            ofAuthenticator.set(authenticator, service);
        } catch (ReflectiveOperationException e) {
            LOG.log(System.Logger.Level.WARNING, "The login service cannot be put back", e);
        }
    }

    private static @Nullable Object asked(
            Object service,
            Method method,
            @Nullable Object @Nullable [] arguments,
            Requests requests,
            ContainerLogins logins)
            throws Throwable {
        if (!method.getName().equals("login") || arguments == null || !(arguments[0] instanceof String name)) {
            return Reflected.pass(service, method, arguments);
        }
        Object request = arguments[2];
        try {
            return logins.attempt(
                    request == null ? null : requests.request(request),
                    name,
                    new DelegatedCheck(service, method, arguments));
        } catch (RateLimitExceededException e) {
            HttpServletResponse response = request == null ? null : requests.response(request);
            if (response != null && !response.isCommitted()) {
                e.decision()
                        .retryAfter()
                        .ifPresent(wait -> response.setHeader(
                                "Retry-After", Long.toString(Math.max(1, Durations.ceilSeconds(wait)))));
            }
            return null;
        }
    }

    /** From Jetty's requests to those of servlets. */
    private static final class Requests {

        private final Method as;
        private final Class<?> type;

        Requests(String room, ClassLoader server) throws ReflectiveOperationException {
            type = Class.forName(room + ".ServletContextRequest", false, server);
            as = Class.forName("org.eclipse.jetty.server.Request", false, server)
                    .getMethod("as", Class.forName("org.eclipse.jetty.server.Request", false, server), Class.class);
        }

        @Nullable
        HttpServletRequest request(Object request) throws ReflectiveOperationException {
            Object servlet = as.invoke(null, request, type);
            return servlet == null ? null : (HttpServletRequest) Reflected.get(servlet, "getServletApiRequest");
        }

        @Nullable
        HttpServletResponse response(Object request) throws ReflectiveOperationException {
            Object servlet = as.invoke(null, request, type);
            try {
                Object response = servlet == null ? null : Reflected.get(servlet, "getServletContextResponse");
                return response == null ? null : (HttpServletResponse) Reflected.get(response, "getServletApiResponse");
            } catch (InvocationTargetException e) {
                return null;
            }
        }
    }
}
