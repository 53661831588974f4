package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * What limits one method of one bean class, looked up once. Thread-safe.
 *
 * <p>Sites hang on the bean class and know guards weakly: whoever keeps this class loaded, neither an application nor
 * its guard is kept from being collected.
 */
final class Site {

    private static final System.Logger LOG = System.getLogger(Site.class.getName());
    private static final ClassValue<ConcurrentMap<Method, Site>> SITES = new ClassValue<>() {
        @Override
        protected ConcurrentMap<Method, Site> computeValue(Class<?> bean) {
            return new ConcurrentHashMap<>();
        }
    };

    private final Optional<Use> use;
    private final String rule;
    private final AtomicBoolean silent = new AtomicBoolean();
    private volatile WeakReference<Guard> prepared = new WeakReference<>(null);

    private Site(Optional<Use> use) {
        this.use = use;
        this.rule = use.map(Use::rule).orElse("");
    }

    static Site of(Method method, Class<?> bean) {
        return SITES.get(bean).computeIfAbsent(method, called -> new Site(Uses.of(called, bean)));
    }

    /** Whether anything limits the method. */
    boolean isLimited() {
        return use.isPresent();
    }

    /**
     * Decides a call by the rule.
     *
     * @throws io.github.ostiary.ConfigurationException if the guard does not know it
     */
    Decision decide(Guard guard, CallContext call) {
        if (prepared.get() != guard) {
            use.ifPresent(limit -> limit.prepare(guard));
            prepared = new WeakReference<>(guard);
        }
        return guard.check(rule, call);
    }

    /**
     * Tells once that a key asks for an argument the method does not have, unless that is what the key's alternatives
     * are for: a declared rule may serve many methods.
     */
    void missing(String argument, Method method) {
        boolean unnamed = !Stream.of(method.getParameters()).allMatch(Parameter::isNamePresent);
        if ((unnamed || use.filter(Use::isInline).isPresent()) && silent.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "limit.{0} asks for arg:{1}, and {2} has no such parameter{3}",
                    rule,
                    argument,
                    RuleNames.location(method),
                    unnamed ? ": compile with -parameters, or write arg:0 for the first" : "");
        }
    }
}
