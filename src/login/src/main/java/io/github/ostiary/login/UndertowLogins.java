package io.github.ostiary.login;

import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sign-ins of Undertow: BASIC, DIGEST and FORM, and {@code request.login}. All of them ask the deployment's identity
 * manager, so one is put in front of it, and a handler in front of what authenticates, which answers who is denied. Both
 * are built into an application when its listeners have run, so they must be there by then. Servers that have Undertow
 * inside look at passwords elsewhere.
 */
final class UndertowLogins {

    private static final System.Logger LOG = Log.of(UndertowLogins.class);
    private static final String NOT_BUILT_YET = "UNDEPLOYED";

    private UndertowLogins() {}

    /** Ends it; null if this is not Undertow, or it is too late. */
    static @Nullable Runnable guard(ServletContext context, ContainerLogins logins) {
        if (!String.valueOf(context.getServerInfo()).startsWith("Undertow")) {
            return null;
        }
        try {
            Object deployment = Objects.requireNonNull(Reflected.get(context, "getDeployment"));
            Object info = Objects.requireNonNull(Reflected.get(deployment, "getDeploymentInfo"));
            Object manager = Reflected.get(info, "getIdentityManager");
            String state = String.valueOf(Reflected.get(deployment, "getDeploymentState"));
            if (manager == null || !state.equals(NOT_BUILT_YET)) {
                return null;
            }
            ClassLoader server = info.getClass().getClassLoader();
            Class<?> managerType = Class.forName("io.undertow.security.idm.IdentityManager", false, server);
            Class<?> wrapperType = Class.forName("io.undertow.server.HandlerWrapper", false, server);
            Exchanges exchanges = new Exchanges(server);
            Method setManager = info.getClass().getMethod("setIdentityManager", managerType);
            Reflected.call(
                    info,
                    setManager,
                    Reflected.inFrontOf(
                            manager,
                            (self, method, arguments) -> asked(manager, method, arguments, exchanges, logins)));
            Reflected.call(
                    info,
                    info.getClass().getMethod("addOuterHandlerChainWrapper", wrapperType),
                    Reflected.made(
                            wrapperType,
                            (self, method, arguments) -> Reflected.made(
                                    exchanges.handlerType,
                                    new Answering(Objects.requireNonNull(arguments)[0], exchanges, logins))));
            return () -> restore(info, setManager, manager);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The sign-ins of this Undertow are not guarded in this way: it is built differently",
                    e);
            return null;
        }
    }

    private static void restore(Object info, Method setManager, Object manager) {
        try {
            Reflected.call(info, setManager, manager);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "The identity manager cannot be restored", e);
        }
    }

    /** Everything but a name with something that proves it is none of ours. */
    private static @Nullable Object asked(
            Object manager,
            Method method,
            @Nullable Object @Nullable [] arguments,
            Exchanges exchanges,
            ContainerLogins logins)
            throws Throwable {
        if (!method.getName().equals("verify")
                || arguments == null
                || arguments.length != 2
                || !(arguments[0] instanceof String name)) {
            return Reflected.pass(manager, method, arguments);
        }
        Object current = exchanges.current();
        try {
            return logins.attempt(
                    current == null ? null : exchanges.request(current),
                    name,
                    new DelegatedCheck(manager, method, arguments));
        } catch (RateLimitExceededException e) {
            if (current != null) { // code that asks by DIGEST catches everything
                ContainerLogins.sayWhen(exchanges.response(current), e.decision());
            }
            throw e;
        }
    }

    /** The handler in front of what authenticates. */
    private record Answering(@Nullable Object next, Exchanges exchanges, ContainerLogins logins)
            implements InvocationHandler {

        @Override
        public @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            try {
                return Reflected.pass(Objects.requireNonNull(next), method, arguments);
            } catch (RateLimitExceededException e) {
                Object current = exchanges.current();
                if (current == null) {
                    throw e;
                }
                logins.deny(exchanges.request(current), exchanges.response(current), e.decision());
                return null;
            }
        }
    }

    /** The way from Undertow's thread to the request it serves. */
    private static final class Exchanges {

        private final Class<?> handlerType;
        private final Method current;
        private final Method request;
        private final Method response;

        Exchanges(ClassLoader server) throws ReflectiveOperationException {
            handlerType = Class.forName("io.undertow.server.HttpHandler", false, server);
            Class<?> type = Class.forName("io.undertow.servlet.handlers.ServletRequestContext", false, server);
            current = type.getMethod("current");
            request = type.getMethod("getServletRequest");
            response = type.getMethod("getServletResponse");
        }

        @Nullable
        Object current() throws ReflectiveOperationException {
            return current.invoke(null);
        }

        HttpServletRequest request(Object context) throws ReflectiveOperationException {
            return (HttpServletRequest) Objects.requireNonNull(request.invoke(context));
        }

        HttpServletResponse response(Object context) throws ReflectiveOperationException {
            return (HttpServletResponse) Objects.requireNonNull(response.invoke(context));
        }
    }
}
