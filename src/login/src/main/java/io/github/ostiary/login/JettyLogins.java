package io.github.ostiary.login;

import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The sign-ins of Jetty 12: BASIC, DIGEST and FORM, and {@code request.login}. All of them ask the login service, so one
 * is put in front of it, and a handler in front of the one that authenticates, which answers who is denied. Where a servlet
 * or filter asks, which may do so merely by asking who the user is, a denial is to it what a wrong password is, with a
 * {@code Retry-After}.
 */
final class JettyLogins {

    private static final System.Logger LOG = Log.of(JettyLogins.class);
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
            Replaced replaced = new Replaced();
            replaced.set(security, SERVICE, guarded);
            replaced.set(authenticator, SERVICE, guarded);
            replaced.set(
                    before(security, handler),
                    "_handler",
                    Reflected.inFrontOf(
                            security,
                            (self, method, arguments) -> handled(security, method, arguments, requests, logins)));
            return replaced::restore;
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The sign-ins of this Jetty are not guarded in this way: it is built differently",
                    e);
            return null;
        }
    }

    /** The handler that hands requests on to another. */
    private static Object before(Object next, Object outermost) throws ReflectiveOperationException {
        Object handler = outermost;
        while (true) {
            Object inner = Objects.requireNonNull(Reflected.get(handler, "getHandler"));
            if (inner == next) {
                return handler;
            }
            handler = inner;
        }
    }

    private static @Nullable Object handled(
            Object security,
            Method method,
            @Nullable Object @Nullable [] arguments,
            Requests requests,
            ContainerLogins logins)
            throws Throwable {
        try {
            return Reflected.pass(security, method, arguments);
        } catch (RateLimitExceededException e) {
            Object request = Objects.requireNonNull(arguments)[0];
            HttpServletRequest asked = request == null ? null : requests.request(request);
            HttpServletResponse response = request == null ? null : requests.response(request);
            if (request == null || asked == null || response == null || response.isCommitted()) {
                throw e;
            }
            logins.deny(asked, response, e.decision());
            requests.complete(request, arguments[2]);
            return true;
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
            if (!requests.isServed()) {
                throw e;
            }
            HttpServletResponse response = request == null ? null : requests.response(request);
            if (response != null) {
                ContainerLogins.sayWhen(response, e.decision());
            }
            return null;
        }
    }

    /** Fields that hold something else for a while. */
    private static final class Replaced {

        private record Place(Field field, Object target, @Nullable Object before) {}

        private final List<Place> places = new ArrayList<>();

        void set(Object target, String name, Object value) throws ReflectiveOperationException {
            Field field = Reflected.field(target.getClass(), name);
            places.add(new Place(field, target, field.get(target)));
            field.set(target, value);
        }

        void restore() {
            for (Place place : places) {
                try {
                    place.field().set(place.target(), place.before());
                } catch (ReflectiveOperationException e) {
                    LOG.log(System.Logger.Level.WARNING, "A part of Jetty's security cannot be restored", e);
                }
            }
        }
    }

    /** The way from Jetty's requests to those of servlets. */
    private static final class Requests {

        private final String room;
        private final Method as;
        private final Class<?> type;
        private final Class<?> callback;

        Requests(String room, ClassLoader server) throws ReflectiveOperationException {
            this.room = room;
            type = Class.forName(room + ".ServletContextRequest", false, server);
            callback = Class.forName("org.eclipse.jetty.util.Callback", false, server);
            as = Class.forName("org.eclipse.jetty.server.Request", false, server)
                    .getMethod("as", Class.forName("org.eclipse.jetty.server.Request", false, server), Class.class);
        }

        private @Nullable Object servlet(Object request) throws ReflectiveOperationException {
            return as.invoke(null, request, type);
        }

        @Nullable
        HttpServletRequest request(Object request) throws ReflectiveOperationException {
            Object servlet = servlet(request);
            return servlet == null ? null : (HttpServletRequest) Reflected.get(servlet, "getServletApiRequest");
        }

        @Nullable
        HttpServletResponse response(Object request) throws ReflectiveOperationException {
            Object servlet = servlet(request);
            try {
                Object response = servlet == null ? null : Reflected.get(servlet, "getServletContextResponse");
                return response == null ? null : (HttpServletResponse) Reflected.get(response, "getServletApiResponse");
            } catch (InvocationTargetException e) {
                return null;
            }
        }

        /** Whether a servlet or filter is at work already. Looked at for those who are denied only: it takes some µs. */
        boolean isServed() {
            String servlets = room + ".ServletHandler";
            return StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().startsWith(servlets)));
        }

        /** Completes the answer: what has been written is all there is to it. */
        void complete(Object request, @Nullable Object whenDone) throws ReflectiveOperationException {
            Object servlet = Objects.requireNonNull(servlet(request));
            Object response = Objects.requireNonNull(Reflected.get(servlet, "getServletContextResponse"));
            Reflected.call(response, response.getClass().getMethod("completeOutput", callback), whenDone);
        }
    }
}
