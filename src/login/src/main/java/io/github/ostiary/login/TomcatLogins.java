package io.github.ostiary.login;

import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sign-ins of Tomcat: BASIC, DIGEST and FORM, and {@code request.login}. All of them ask the context's realm, so a
 * realm is put in front of it, and a valve in front of the authenticator, which knows the request and answers who is
 * denied. Both are taken away when the application ends: a reload keeps the context.
 */
final class TomcatLogins {

    private static final System.Logger LOG = Log.of(TomcatLogins.class);
    private static final ThreadLocal<Visit> CURRENT = new ThreadLocal<>();

    /** A request on its way, and its response. */
    private record Visit(HttpServletRequest request, HttpServletResponse response) {}

    private TomcatLogins() {}

    /** Ends it; null if this is not Tomcat. */
    static @Nullable Runnable guard(ServletContext context, ContainerLogins logins) {
        if (!String.valueOf(context.getServerInfo()).startsWith("Apache Tomcat")) {
            return null;
        }
        try {
            Object application = Reflected.required(context.getClass(), "context", context);
            Object standard = Reflected.required(application.getClass(), "context", application);
            ClassLoader server = standard.getClass().getClassLoader();
            Class<?> realmType = Class.forName("org.apache.catalina.Realm", false, server);
            Class<?> valveType = Class.forName("org.apache.catalina.Valve", false, server);
            Object realm = Reflected.get(standard, "getRealm");
            Object pipeline = Reflected.get(standard, "getPipeline");
            if (realm == null || pipeline == null) {
                return null;
            }
            Field first = Reflected.field(pipeline.getClass(), "first");
            Object before = first.get(pipeline);
            Object next = before == null ? Reflected.get(pipeline, "getBasic") : before;
            Object valve = Reflected.made(valveType, new Valve(Objects.requireNonNull(next), logins));
            Method setRealm = standard.getClass().getMethod("setRealm", realmType);
            boolean own = Reflected.field(standard.getClass(), "realm").get(standard) != null;
            Reflected.call(standard, setRealm, realm(realm, realmType, own, logins));
            first.set(pipeline, valve);
            return () -> restore(standard, setRealm, own ? realm : null, first, pipeline, valve, before);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The sign-ins of this Tomcat are not guarded in this way: it is built differently",
                    e);
            return null;
        }
    }

    private static void restore(
            Object standard,
            Method setRealm,
            @Nullable Object realm,
            Field first,
            Object pipeline,
            Object own,
            @Nullable Object before) {
        try {
            if (first.get(pipeline) == own) {
                first.set(pipeline, before);
            }
            Reflected.call(standard, setRealm, realm);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "The realm cannot be restored", e);
        }
    }

    /** One that is inherited from the server is not started, stopped or moved with the application. */
    private static Object realm(Object realm, Class<?> realmType, boolean own, ContainerLogins logins) {
        if (own) {
            return Reflected.inFrontOf(realm, (self, method, arguments) -> asked(realm, method, arguments, logins));
        }
        return Proxy.newProxyInstance(
                realmType.getClassLoader(),
                new Class<?>[] {realmType},
                (self, method, arguments) ->
                        method.getName().equals("setContainer") ? null : asked(realm, method, arguments, logins));
    }

    /** Everything but a name with something that proves it is none of ours. */
    private static @Nullable Object asked(
            Object realm, Method method, @Nullable Object @Nullable [] arguments, ContainerLogins logins)
            throws Throwable {
        boolean signsIn = method.getName().equals("authenticate")
                && arguments != null
                && arguments.length > 1
                && arguments[0] instanceof String;
        if (!signsIn || arguments == null) {
            return Reflected.pass(realm, method, arguments);
        }
        Visit visit = CURRENT.get();
        return logins.attempt(
                visit == null ? null : visit.request(),
                String.valueOf(arguments[0]),
                new DelegatedCheck(realm, method, arguments));
    }

    /** A valve in front of all others of the application. */
    private static final class Valve implements InvocationHandler {

        private final ContainerLogins logins;
        private volatile Object next;

        Valve(Object next, ContainerLogins logins) {
            this.next = next;
            this.logins = logins;
        }

        @Override
        public @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            switch (method.getName()) {
                case "invoke":
                    serve(method, Objects.requireNonNull(arguments));
                    return null;
                case "getNext":
                    return next;
                case "setNext":
                    next = Objects.requireNonNull(Objects.requireNonNull(arguments)[0]);
                    return null;
                case "isAsyncSupported":
                    return true;
                default:
                    return null;
            }
        }

        private void serve(Method method, @Nullable Object[] arguments) throws Throwable {
            Object request = Reflected.get(Objects.requireNonNull(arguments[0]), "getRequest");
            Object response = Reflected.get(Objects.requireNonNull(arguments[1]), "getResponse");
            Visit outer = CURRENT.get();
            Visit visit = new Visit((HttpServletRequest) Objects.requireNonNull(request), (HttpServletResponse)
                    Objects.requireNonNull(response));
            CURRENT.set(visit);
            try {
                Reflected.pass(next, method, arguments);
            } catch (RateLimitExceededException e) {
                logins.deny(visit.request(), visit.response(), e.decision());
            } finally {
                if (outer == null) {
                    CURRENT.remove();
                } else {
                    CURRENT.set(outer);
                }
            }
        }
    }
}
