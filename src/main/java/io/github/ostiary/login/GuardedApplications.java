package io.github.ostiary.login;

import io.github.ostiary.setup.ByApplication;
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
        return REACHED.contains(application);
    }

    static void forget(ClassLoader application) {
        GUARDED.remove(application);
    }

    /** The rules of the application this thread works for; null if it has none. */
    static @Nullable ContainerLogins current() {
        return GUARDED.find(Thread.currentThread().getContextClassLoader());
    }
}
