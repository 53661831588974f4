package io.github.ostiary.interceptor;

import io.github.ostiary.text.ClassPath;
import io.github.ostiary.text.Log;
import jakarta.ejb.EJBContext;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.security.enterprise.SecurityContext;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a bean where no request tells who it is: of a timer, of an asynchronous or remote call, of a message, of a
 * task on a managed thread. Platforms pass on the caller they know, to be asked in up to three places, and have special names
 * for unknown callers. Thread-safe.
 */
final class PlatformCaller {

    private static final System.Logger LOG = Log.of(PlatformCaller.class);

    /**
     * The names of unknown callers on WildFly and Payara, on Liberty, on TomEE; a principal of that name has a role
     * that no user has.
     */
    private static final Set<String> UNAUTHENTICATED = Set.of("anonymous", "unauthenticated", "guest");

    private static final String ANY_ROLE = "**";

    private static final PlatformCaller HERE = new PlatformCaller(sourcesHere());

    private final List<CallerSource> sources;

    PlatformCaller(List<CallerSource> sources) {
        this.sources = List.copyOf(sources);
    }

    /** The caller in this JVM. */
    static PlatformCaller here() {
        return HERE;
    }

    private static List<CallerSource> sourcesHere() {
        List<CallerSource> sources = new ArrayList<>();
        if (ClassPath.has("jakarta.enterprise.inject.spi.CDI")) {
            if (ClassPath.has("jakarta.security.enterprise.SecurityContext")) {
                sources.add(new BySecurity());
            }
            sources.add(new ByBeans());
        }
        if (ClassPath.has("jakarta.ejb.EJBContext")) {
            sources.add(new ByEjb());
        }
        return sources;
    }

    /** Empty if no caller is known. */
    Optional<String> name() {
        for (CallerSource source : sources) {
            String name = name(source);
            if (name != null) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    private static @Nullable String name(CallerSource source) {
        try {
            Principal caller = source.caller();
            String name = caller == null ? null : caller.getName();
            boolean unknown =
                    name != null && UNAUTHENTICATED.contains(name.toLowerCase(Locale.ROOT)) && !source.inRole(ANY_ROLE);
            return unknown ? null : name;
        } catch (RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.DEBUG, "The caller is not known", e);
            return null;
        }
    }

    /** False if no caller is known. */
    boolean inRole(String role) {
        for (CallerSource source : sources) {
            try {
                if (source.inRole(role)) {
                    return true;
                }
            } catch (RuntimeException | LinkageError e) {
                LOG.log(System.Logger.Level.DEBUG, "The caller is not known", e);
            }
        }
        return false;
    }

    /** One place to ask; may fail by any exception where it knows nothing. */
    interface CallerSource {

        @Nullable
        Principal caller();

        boolean inRole(String role);
    }

    /** The caller by Jakarta Security: it can distinguish unknown callers, except for EJBs on TomEE. */
    private static final class BySecurity implements CallerSource {

        @Override
        public @Nullable Principal caller() {
            return PlatformCaller.<SecurityContext, Principal>ask(
                    SecurityContext.class, SecurityContext::getCallerPrincipal);
        }

        @Override
        public boolean inRole(String role) {
            return Boolean.TRUE.equals(PlatformCaller.<SecurityContext, Boolean>ask(
                    SecurityContext.class, security -> security.isCallerInRole(role)));
        }
    }

    /** The caller by the principal that CDI has for every caller. */
    private static final class ByBeans implements CallerSource {

        /** A copy: the bean is not to be asked when it has been given back. */
        @Override
        public @Nullable Principal caller() {
            String name = PlatformCaller.<Principal, String>ask(Principal.class, Principal::getName);
            return name == null ? null : () -> name;
        }

        @Override
        public boolean inRole(String role) {
            return false;
        }
    }

    /** The caller by the context of an EJB that is being called. */
    private static final class ByEjb implements CallerSource {

        @Override
        public @Nullable Principal caller() {
            return context().getCallerPrincipal();
        }

        @Override
        public boolean inRole(String role) {
            return context().isCallerInRole(role);
        }

        /** The context of an EJB; only the server binds this name. */
        @SuppressWarnings("BanJNDI")
        private static EJBContext context() {
            try {
                return (EJBContext) new InitialContext().lookup("java:comp/EJBContext");
            } catch (NamingException e) {
                throw new IllegalStateException("no EJB is being called", e);
            }
        }
    }

    /** The answer of a bean; null if there is none. Selected by hand: what {@code CDI.current()} selects, it keeps. */
    private static <T, R> @Nullable R ask(Class<T> type, Function<T, @Nullable R> question) {
        BeanManager manager = CDI.current().getBeanManager();
        Bean<?> bean = manager.resolve(manager.getBeans(type));
        if (bean == null) {
            return null;
        }
        CreationalContext<?> context = manager.createCreationalContext(bean);
        try {
            return question.apply(type.cast(manager.getReference(bean, type, context)));
        } finally {
            context.release();
        }
    }
}
