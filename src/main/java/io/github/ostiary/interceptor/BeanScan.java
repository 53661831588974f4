package io.github.ostiary.interceptor;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.text.Log;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All {@link RateLimit}s and {@link ByRule}s of an application's beans. Thread-safe. */
final class BeanScan {

    private static final System.Logger LOG = Log.of(BeanScan.class);

    private final Set<DeclaredNeed> uses = ConcurrentHashMap.newKeySet();
    private final Set<String> misplaced = ConcurrentHashMap.newKeySet();

    void add(DeclaredNeed rule) {
        uses.add(rule);
    }

    void add(AnnotatedType<?> bean, Collection<Type> types) {
        misplaced.addAll(Declarations.onInterfaces(bean.getJavaClass(), interfaces(types)));
        add(
                RateLimitLookup.onClass(bean.getJavaClass()),
                bean,
                bean.getJavaClass().getName());
        for (AnnotatedMethod<?> annotated : bean.getMethods()) {
            Method method = annotated.getJavaMember();
            if (method.getDeclaringClass().isInterface() || Declarations.isOverridden(method, bean.getJavaClass())) {
                continue;
            }
            Optional<RateLimitUse> use = RateLimitLookup.on(method);
            add(use, annotated, RuleNames.location(method));
            use.filter(found -> Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers()))
                    .ifPresent(found -> misplaced.add("@RateLimit on " + found.location()
                            + ": private and static methods are called without the container and never limited; remove"
                            + " it, or make it an instance method that other beans call"));
        }
    }

    private static List<Class<?>> interfaces(Collection<Type> types) {
        List<Class<?>> interfaces = new ArrayList<>();
        for (Type type : types) {
            Type raw = type instanceof ParameterizedType parameterized ? parameterized.getRawType() : type;
            if (raw instanceof Class<?> seen && seen.isInterface()) {
                interfaces.add(seen);
            }
        }
        return interfaces;
    }

    private void add(Optional<RateLimitUse> found, Annotated annotated, String location) {
        found.ifPresent(uses::add);
        if (found.isEmpty() && annotated.isAnnotationPresent(RateLimit.class)) {
            misplaced.add("@RateLimit on " + location
                    + ": it was added by an extension, and is read only from the class itself; write it there");
        }
    }

    /**
     * Finds everything that is wrong; guards learn the rules stated in place. What cannot be known because an application
     * has no guard yet is left {@link #unchecked}.
     *
     * @throws ConfigurationException with all problems in alphabetical order
     */
    void check() {
        Set<String> problems = new TreeSet<>(misplaced);
        Set<String> learned = new TreeSet<>();
        for (DeclaredNeed use : List.copyOf(uses)) {
            Optional<Guard> guard = ApplicationGuards.of(use.loader());
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
            LOG.log(System.Logger.Level.INFO, "rules stated in place: {0}", String.join(", ", learned));
        }
    }

    /** Whose guards are still to be asked. */
    Set<ClassLoader> unchecked() {
        return uses.stream().flatMap(use -> Stream.ofNullable(use.loader())).collect(Collectors.toSet());
    }
}
