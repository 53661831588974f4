package io.github.ostiary.testing.naming.java;

import jakarta.ejb.EJBContext;
import java.lang.reflect.Proxy;
import java.security.Principal;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NameNotFoundException;
import javax.naming.spi.ObjectFactory;
import org.jspecify.annotations.Nullable;

/** Names below {@code java:}, found by its name and package: the context of an EJB that Erin, an admin, calls. */
public class javaURLContextFactory implements ObjectFactory {

    private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static final EJBContext EJB =
            proxy(EJBContext.class, (proxy, method, arguments) -> switch (method.getName()) {
                case "getCallerPrincipal" -> (Principal) () -> "erin";
                case "isCallerInRole" -> "admin".equals(arguments[0]);
                default -> throw new UnsupportedOperationException(method.getName());
            });

    @Override
    public Object getObjectInstance(
            @Nullable Object object,
            @Nullable Name name,
            @Nullable Context context,
            @Nullable Hashtable<?, ?> environment) {
        return proxy(Context.class, (proxy, method, arguments) -> {
            if (method.getName().equals("lookup") && "java:comp/EJBContext".equals(arguments[0])) {
                return EJB;
            }
            throw new NameNotFoundException(String.valueOf(arguments));
        });
    }
}
