package io.github.ostiary.login;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.text.ByApplication;
import io.github.ostiary.text.ClassPath;
import jakarta.servlet.ServletContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sign-ins of one application that Spring Security does, and the rules they meet. It asks here each time before it looks
 * at a password, whatever filter or controller the name came by. A denial is thrown: the filter in front answers it.
 * Thread-safe.
 *
 * @hidden
 */
public final class FrameworkLogins {

    private static final String NEEDED = "org.springframework.security.authentication.AuthenticationManager";
    private static final String ATTRIBUTE = FrameworkLogins.class.getName();
    private static final ByApplication<FrameworkLogins> GUARDED = new ByApplication<>();

    private final Entrance entrance;
    private final List<String> rules;
    private final List<String> outside;

    private FrameworkLogins(Entrance entrance, List<String> rules, List<String> outside) {
        this.entrance = entrance;
        this.rules = rules;
        this.outside = outside;
    }

    /**
     * Guards the sign-ins of an application from now on.
     *
     * @param context by which the application itself knows them; null if it knows its class loader only
     * @param application its class loader
     * @param entrance where rules are decided
     * @param rules the names of those about them, at least one
     * @param outside those of them that are asked outside a request, where no address is known
     * @return ends it
     * @throws IllegalStateException if the application has no Spring Security; the message has the remedy
     */
    public static Runnable guard(
            @Nullable ServletContext context,
            ClassLoader application,
            Entrance entrance,
            List<String> rules,
            List<String> outside) {
        requireSpring(application, rules.get(0));
        FrameworkLogins logins = new FrameworkLogins(entrance, rules, outside);
        GUARDED.put(application, logins);
        if (context != null) {
            context.setAttribute(ATTRIBUTE, logins);
        }
        return () -> {
            GUARDED.remove(application);
            if (context != null) {
                context.removeAttribute(ATTRIBUTE);
            }
        };
    }

    private static void requireSpring(ClassLoader application, String rule) {
        if (!areIn(application)) {
            throw new IllegalStateException(
                    "login=spring (rule '" + rule + "'): Spring Security is not on the class path of this application;"
                            + " add spring-security-web, write login=container for the sign-ins of the server, or name the"
                            + " path of a sign-in of your own");
        }
        if (!areIn(FrameworkLogins.class.getClassLoader())) {
            throw new IllegalStateException(
                    "login=spring (rule '" + rule + "'): this jar is in a library of the server, and"
                            + " cannot see the Spring Security of the application; put it into WEB-INF/lib");
        }
    }

    /**
     * Whether an application has Spring Security.
     *
     * @param application its class loader
     * @return true if it is on the class path
     */
    public static boolean areIn(ClassLoader application) {
        return ClassPath.has(NEEDED, application);
    }

    /**
     * The sign-ins of an application, on whatever thread.
     *
     * @param context the application; null for the one this thread works for
     * @return null if no rule is about them
     */
    public static @Nullable FrameworkLogins of(@Nullable ServletContext context) {
        return context != null && context.getAttribute(ATTRIBUTE) instanceof FrameworkLogins logins
                ? logins
                : GUARDED.find(Thread.currentThread().getContextClassLoader());
    }

    /**
     * Looks at a password, if the rules permit.
     *
     * @param name that is tried
     * @param realm among whose accounts; the same on all nodes
     * @param check looks
     * @param <T> what it tells
     * @return what it tells
     * @throws io.github.ostiary.RateLimitExceededException if they do not
     * @throws Throwable what looking throws
     */
    public <T> @Nullable T attempt(String name, String realm, PasswordCheck<T> check) throws Throwable {
        CallContext request = CurrentCall.get();
        List<String> asked = request.path().isPresent() ? rules : outside;
        return asked.isEmpty()
                ? check.look()
                : GuardedLook.take(entrance, asked, new LoginCall(request, name, realm, check.secret()), check);
    }
}
