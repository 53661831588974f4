package io.github.ostiary.interceptor;

import io.github.ostiary.RateLimit;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The way to the {@link RateLimit} that applies: the method's, else the bean class's, else that of the declaring class. */
final class RateLimitLookup {

    private RateLimitLookup() {}

    /**
     * The limit of a call.
     *
     * @param method as the container names it
     * @param bean the target's class, possibly one that the container has made from it
     */
    static Optional<RateLimitUse> of(Method method, Class<?> bean) {
        return on(method).or(() -> onClass(bean)).or(() -> onClass(method.getDeclaringClass()));
    }

    /** The annotation on a class or the nearest of its superclasses. */
    static Optional<RateLimitUse> onClass(Class<?> bean) {
        for (Class<?> type = bean; type != null; type = type.getSuperclass()) {
            Optional<RateLimitUse> found = on(type);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The annotation on a method or class itself, or on an annotation that it carries. */
    static Optional<RateLimitUse> on(AnnotatedElement where) {
        return on(where instanceof Method method ? Declarations.written(method) : where, new HashSet<>());
    }

    private static Optional<RateLimitUse> on(AnnotatedElement where, Set<Class<?>> seen) {
        RateLimit says = where.getDeclaredAnnotation(RateLimit.class);
        if (says != null) {
            return Optional.of(new RateLimitUse(where, says));
        }
        for (Annotation carried : where.getDeclaredAnnotations()) {
            Class<? extends Annotation> type = carried.annotationType();
            Optional<RateLimitUse> found = seen.add(type) ? on(type, seen) : Optional.empty();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /**
     * The annotations on interfaces that no container reads, one sentence each; what the class says itself counts.
     *
     * @param views of the class besides the interfaces that it implements
     */
    static List<String> onInterfaces(Class<?> bean, Collection<Class<?>> views) {
        boolean limited = onClass(bean).isPresent();
        Set<String> problems = new TreeSet<>();
        for (Class<?> promised : Declarations.interfaces(bean, views)) {
            if (!limited && on(promised).isPresent()) {
                problems.add(misplaced(RuleNames.location(promised), bean.getName()));
            }
            for (Method method : promised.getDeclaredMethods()) {
                if (!limited && on(method).isPresent() && !isLimited(method, bean)) {
                    problems.add(misplaced(RuleNames.location(method), "the method of " + bean.getName()));
                }
            }
        }
        return List.copyOf(problems);
    }

    private static String misplaced(String where, String instead) {
        return "@RateLimit on " + where + ": no container looks at interfaces; write it on " + instead;
    }

    private static boolean isLimited(Method promised, Class<?> bean) {
        return Stream.of(bean.getMethods())
                .anyMatch(method -> Declarations.isAlike(promised, method)
                        && !method.getDeclaringClass().isInterface()
                        && on(method).isPresent());
    }
}
