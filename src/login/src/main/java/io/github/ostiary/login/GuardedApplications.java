package io.github.ostiary.login;

import io.github.ostiary.edge.Entrance;
import io.github.ostiary.servlet.SignInGuard.Edge;
import io.github.ostiary.text.Log;
import io.github.ostiary.text.WrittenName;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** The guard of the sign-ins that an application has its container do. Thread-safe. */
final class GuardedApplications {

    private static final System.Logger LOG = Log.of(GuardedApplications.class);

    private static final Set<ClassLoader> REACHED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private GuardedApplications() {}

    /** Takes note that an application's identity stores ask. */
    static void reached(ClassLoader application) {
        REACHED.add(application);
    }

    /**
     * Guards the sign-ins of an application, as far as its container can be reached.
     *
     * @param context of the application, before its first request
     * @param application its class loader, which the context may not know
     * @param entrance where rules are decided
     * @param rules the names of those about them, at least one
     * @param edge what the requests of the application are
     * @return ends it
     * @throws IllegalStateException if the container cannot be reached; the message has the remedy
     */
    static Runnable guard(
            ServletContext context, ClassLoader application, Entrance entrance, List<String> rules, Edge edge) {
        ContainerLogins logins = new ContainerLogins(entrance, rules, edge);
        logins.guard(application);
        Runnable forget = () -> ContainerLogins.forget(application);
        Runnable undo = container(context, logins);
        if (undo != null) {
            return () -> {
                undo.run();
                forget.run();
            };
        }
        if (!REACHED.contains(application) && !isAskedThroughBeans()) {
            forget.run();
            String written = WrittenName.of("lockout." + rules.get(0));
            throw new IllegalStateException(written + ".login=container: the sign-ins of "
                    + context.getServerInfo()
                    + " cannot be guarded, only those of Tomcat, Jetty, Undertow, and Jakarta Security with CDI. Sign"
                    + " in by request.login(name, password) in a servlet of your own and name its path in " + written
                    + ".path, or ask guard.lockouts(\"" + rules.get(0) + "\") where the password is checked");
        }
        if (String.valueOf(context.getServerInfo()).contains("Liberty")) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "login=container guards mechanisms of the application that ask an IdentityStoreHandler."
                            + " Liberty''s own BASIC and FORM do not ask it, and are not guarded: sign in by"
                            + " request.login(name, password) in a servlet, and name its path in {0}.path",
                    WrittenName.of("lockout." + rules.get(0)));
            return forget;
        }
        LOG.log(
                System.Logger.Level.INFO,
                "login=container guards sign-ins that ask an IdentityStoreHandler of Jakarta Security; those that"
                        + " {0} does without it, by a <login-config>, are not guarded",
                context.getServerInfo());
        return forget;
    }

    /** Null if it is no container that is known. */
    private static @Nullable Runnable container(ServletContext context, ContainerLogins logins) {
        Runnable undo = TomcatLogins.guard(context, logins);
        undo = undo == null ? JettyLogins.guard(context, logins) : undo;
        return undo == null ? UndertowLogins.guard(context, logins) : undo;
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
}
