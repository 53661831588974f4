package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.CallBody;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.text.Log;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One method of one bean class with what limits it, looked up once. Thread-safe.
 *
 * <p>Sites hang on the bean class and know guards weakly: code that keeps this class loaded
 * keeps neither an application nor its guard from being collected.
 *
 * @hidden
 */
public final class LimitedMethod {

    private static final System.Logger LOG = Log.of(LimitedMethod.class);
    private static final ClassValue<ConcurrentMap<Method, LimitedMethod>> SITES = new ClassValue<>() {
        @Override
        protected ConcurrentMap<Method, LimitedMethod> computeValue(Class<?> bean) {
            return new ConcurrentHashMap<>();
        }
    };

    private final Optional<RateLimitUse> use;
    private final String rule;
    private final String method;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();
    private volatile WeakReference<Guard> prepared = new WeakReference<>(null);

    private LimitedMethod(Optional<RateLimitUse> use, Method method) {
        this.use = use;
        this.rule = use.map(RateLimitUse::rule).orElse("");
        this.method = RuleNames.location(Declarations.written(method));
    }

    /**
     * The limit of a method.
     *
     * @param method as the container names it
     * @param bean the target's class, possibly one that the container has made from it
     * @return the same one each time
     */
    public static LimitedMethod of(Method method, Class<?> bean) {
        return SITES.get(bean)
                .computeIfAbsent(method, called -> new LimitedMethod(RateLimitLookup.of(called, bean), called));
    }

    /**
     * The methods of a bean that are limited, as people wrote them; those that no container can stand before are none.
     *
     * @param bean its class
     * @return of the class and its superclasses, in no order
     */
    public static List<Method> in(Class<?> bean) {
        return Declarations.methods(bean).stream()
                .filter(method -> !Declarations.isCalledDirectly(method)
                        && RateLimitLookup.of(method, bean).isPresent())
                .toList();
    }

    /**
     * Whether any call of a bean may be limited.
     *
     * @param bean its class
     * @return false if calls pass
     */
    public static boolean isAnyIn(Class<?> bean) {
        return RateLimitLookup.onClass(bean).isPresent() || !in(bean).isEmpty();
    }

    /**
     * Whether anything limits the method.
     *
     * @return false if calls pass
     */
    public boolean isLimited() {
        return use.isPresent();
    }

    /**
     * Decides a call that no container intercepts, by the application's guard.
     *
     * @param bean whose method it is
     * @param call the call
     * @param body goes on, or answers
     * @throws io.github.ostiary.ConfigurationException if the guard knows no such rule
     * @throws IllegalStateException if there is no guard
     */
    public void call(Class<?> bean, CallContext call, CallBody<?, RuntimeException> body) {
        var unused = call(CurrentGuard.find(bean.getClassLoader()), call, body);
    }

    /**
     * The problems of the annotation, as far as they can be known now: with a guard, all of them.
     *
     * @return one sentence each; empty if nothing is, or nothing limits the method
     */
    public List<String> problems() {
        return use.map(limit -> ApplicationGuards.of(limit.loader())
                        .map(limit::problemsWith)
                        .orElseGet(limit::problems))
                .orElse(List.of());
    }

    /**
     * Whether only an interceptor can decide it: by arguments of the call, or since an attempt is settled by what the
     * method throws.
     *
     * @return false if it need not, or no guard is there to tell
     */
    public boolean needsInterceptor() {
        return use.flatMap(limit -> ApplicationGuards.of(limit.loader()))
                .filter(guard -> isLockout(guard) || asksForArguments(guard))
                .isPresent();
    }

    /**
     * Says that nothing limits the method, since only an interceptor could.
     *
     * @return one sentence
     */
    public String needsInterceptorMessage() {
        return "@RateLimit on " + method
                + ": it is a lockout, or its key names an argument: that needs an interceptor, and none is called"
                + " here; give the class a scope such as @RequestScoped, and have JAX-RS ask CDI for it (Jersey"
                + " needs jersey-cdi1x for that, RESTEasy resteasy-cdi), or ask the guard from the method";
    }

    private boolean isLockout(Guard guard) {
        return has(() -> guard.lockouts(rule));
    }

    /**
     * Whether a call holds something until it ends: a permit, or an attempt.
     *
     * @param guard that decides it
     * @return false if it is only counted
     */
    public boolean isHeld(Guard guard) {
        return isLockout(guard) || has(() -> guard.semaphores(rule));
    }

    private static boolean has(Supplier<?> rule) {
        try {
            var unused = rule.get();
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean asksForArguments(Guard guard) {
        AtomicBoolean asked = new AtomicBoolean();
        CallContext unknown = new CallContext() {
            @Override
            public @Nullable Object argument(String name) {
                asked.set(true);
                return null;
            }
        };
        try {
            var unused = guard.keyFor(rule, unknown);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "a call without a caller has no key", e);
        }
        return asked.get();
    }

    /**
     * The annotations on the interfaces of a class, where no container looks, and not on the class.
     *
     * @param type the class
     * @return one sentence each; empty if nothing does
     */
    public static List<String> onInterfaces(Class<?> type) {
        return RateLimitLookup.onInterfaces(type, List.of());
    }

    /**
     * The method that people wrote.
     *
     * @param method perhaps a bridge, which the compiler wrote
     * @return the one that it calls; any other method itself
     */
    public static Method written(Method method) {
        return Declarations.written(method);
    }

    /**
     * The place in the source, for people.
     *
     * @return such as {@code com.acme.Texts.sendCode(String)}
     */
    public String location() {
        return method;
    }

    /** The class loader of the application that limits it; null for the JVM's own. */
    @Nullable
    ClassLoader loader() {
        return use.map(RateLimitUse::loader).orElse(null);
    }

    /**
     * Decides a call by the rules of the name, of whatever kind.
     *
     * @throws io.github.ostiary.ConfigurationException if the guard knows none
     */
    <T, E extends Throwable> @Nullable T call(Guard guard, CallContext call, CallBody<T, E> body) throws E {
        if (prepared.get() != guard) {
            use.ifPresent(limit -> limit.prepare(guard));
            prepared = new WeakReference<>(guard);
        }
        return Entrance.of(guard).call(List.of(rule), call, body);
    }

    /** Tells of a denial whose remedy is not with the caller. */
    void denied(Decision.Denied denied, CallContext call) {
        if (denied.reason() == Decision.Reason.MALFORMED && call.path().isEmpty()) {
            warn(": the call does not belong to a request that passed RateLimitFilter, so its key finds no caller"
                    + " to count; use arg:, or set onMissingKey=allow");
        }
    }

    /**
     * Tells that a key asks for an argument the method does not have, unless that is what the key's alternatives are
     * for: a declared rule may serve many methods.
     */
    void missing(String argument, Method method) {
        boolean unnamed = !Stream.of(method.getParameters()).allMatch(Parameter::isNamePresent);
        if (unnamed) {
            warn(": no parameter is known as " + argument + "; compile with -parameters, or write arg:0 for the first");
        } else if (use.filter(RateLimitUse::isInline).isPresent()) {
            warn(": no parameter is " + argument);
        }
    }

    private void warn(String message) {
        if (warned.add(message)) {
            LOG.log(System.Logger.Level.WARNING, "limit." + rule + " on " + method + message);
        }
    }
}
