package io.github.ostiary.login;

import io.github.ostiary.text.ByApplication;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** The applications of this JVM with sign-ins that rules are about, by class loader: identity stores know no other context. Thread-safe. */
final class GuardedApplications {

    private static final Set<ClassLoader> REACHED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private static final ByApplication<ContainerLogins> GUARDED = new ByApplication<>();

    private GuardedApplications() {}

    /** Takes note that an application's identity stores ask. */
    static void reached(ClassLoader application) {
        REACHED.add(application);
    }

    /** Guards an application from now on; false if it has no identity stores that ask. */
    static boolean guard(ClassLoader application, ContainerLogins logins) {
        GUARDED.put(application, logins);
        return REACHED.contains(application) || isAskedThroughBeans();
    }

    /** The WARs of an EAR may have one CDI between them, made for none of them: so it is asked by each that begins. */
    private static boolean isAskedThroughBeans() {
        try {
            return HandlerLookup.findsOurs();
        } catch (RuntimeException | LinkageError e) { // no CDI, no Jakarta Security, or neither yet
            return false;
        }
    }

    /** The look into CDI, loaded only when it is taken. */
    private static final class HandlerLookup {

        static boolean findsOurs() {
            BeanManager beans = CDI.current().getBeanManager();
            return beans.resolve(beans.getBeans(IdentityStoreHandler.class)) instanceof IdentityStoreBean;
        }
    }

    static void forget(ClassLoader application) {
        GUARDED.remove(application);
    }

    /** The rules of the application this thread works for; null if it has none. */
    static @Nullable ContainerLogins current() {
        return GUARDED.find(Thread.currentThread().getContextClassLoader());
    }
}
