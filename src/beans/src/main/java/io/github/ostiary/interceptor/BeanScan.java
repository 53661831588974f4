package io.github.ostiary.interceptor;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.RateLimit;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.text.Log;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All {@link RateLimit}s and {@link ByRule}s of an application's beans. Thread-safe.
 *
 * @hidden
 */
public final class BeanScan {

    private static final System.Logger LOG = Log.of(BeanScan.class);

    private final Set<DeclaredNeed> uses = ConcurrentHashMap.newKeySet();
    private final Set<String> misplaced = ConcurrentHashMap.newKeySet();

    /** A scan of no beans. */
    public BeanScan() {}

    void add(DeclaredNeed rule) {
        uses.add(rule);
    }

    /**
     * Adds what stands on the class of a bean, its superclasses and their methods.
     *
     * @param bean the class
     * @param views by which the bean is called, besides the interfaces that it implements
     */
    public void add(Class<?> bean, Collection<Class<?>> views) {
        misplaced.addAll(RateLimitLookup.onInterfaces(bean, views));
        RateLimitLookup.onClass(bean).ifPresent(uses::add);
        for (Method method : Declarations.methods(bean)) {
            Optional<RateLimitUse> use = RateLimitLookup.on(method);
            use.ifPresent(uses::add);
            use.filter(found -> Declarations.isCalledDirectly(method))
                    .ifPresent(found -> misplaced.add("@RateLimit on " + found.location()
                            + ": private and static methods are called without the container and never limited; remove"
                            + " it, or make it an instance method that other beans call"));
        }
    }

    /**
     * Adds what a container does not intercept.
     *
     * @param problem one sentence
     */
    public void refuse(String problem) {
        misplaced.add(problem);
    }

    /**
     * Adds a method whose end its container does not see, which is wrong if a call holds something until then.
     *
     * @param method what limits it
     * @param problem one sentence
     */
    public void refuseIfHeld(LimitedMethod method, String problem) {
        uses.add(new UnseenEnd(method, problem));
    }

    /**
     * Whether there is nothing to check.
     *
     * @return true if no bean is limited, or all have been checked
     */
    public boolean isEmpty() {
        return uses.isEmpty() && misplaced.isEmpty();
    }

    /**
     * Finds everything that is wrong; guards learn the rules stated in place. What cannot be known because an application
     * has no guard yet is left {@link #unchecked}.
     *
     * @throws ConfigurationException with all problems in alphabetical order
     */
    void check() {
        check(use -> ApplicationGuards.of(use.loader()));
    }

    /**
     * Finds everything that is wrong; the guard learns the rules stated in place.
     *
     * @param guard of the application whose beans these are
     * @throws ConfigurationException with all problems in alphabetical order
     */
    public void check(Guard guard) {
        check(use -> Optional.of(guard));
    }

    private void check(Function<DeclaredNeed, Optional<Guard>> guards) {
        Set<String> problems = new TreeSet<>(misplaced);
        Set<String> learned = new TreeSet<>();
        for (DeclaredNeed use : List.copyOf(uses)) {
            Optional<Guard> guard = guards.apply(use);
            List<String> wrong = guard.map(use::problemsWith).orElseGet(use::problems);
            problems.addAll(wrong);
            boolean settled = guard.isPresent() && wrong.isEmpty() && uses.remove(use);
            if (settled && use instanceof RateLimitUse stated && stated.isInline()) {
                learned.add("limit." + stated.rule() + " (" + stated.location() + ")");
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(List.copyOf(problems));
        }
        if (!learned.isEmpty()) {
            LOG.log(System.Logger.Level.INFO, "rules stated in annotations: {0}", String.join(", ", learned));
        }
    }

    /** Whose guards are still to be asked. */
    Set<ClassLoader> unchecked() {
        return uses.stream().flatMap(use -> Stream.ofNullable(use.loader())).collect(Collectors.toSet());
    }
}
