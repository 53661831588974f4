package io.github.ostiary.interceptor;

import io.github.ostiary.Guard;
import io.github.ostiary.Lockouts;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Semaphores;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.InjectionPoint;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A {@link ByRule} in the application's source. Immutable.
 *
 * @param type what is injected
 * @param rule which one
 * @param where it is injected
 */
record InjectedRule(Class<?> type, ByRule rule, Class<?> where) implements DeclaredNeed {

    /** The types that can be injected. */
    static final List<Class<?>> TYPES = List.of(RateLimiter.class, Lockouts.class, Semaphores.class);

    /** One of them by its name. */
    static Class<?> type(String name) {
        return TYPES.stream()
                .filter(type -> type.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Empty if the injection point asks for something else. */
    static Optional<InjectedRule> at(InjectionPoint point, Class<?> type) {
        return point.getQualifiers().stream()
                .filter(ByRule.class::isInstance)
                .findFirst()
                .map(rule ->
                        new InjectedRule(type, (ByRule) rule, point.getMember().getDeclaringClass()));
    }

    /** The name of the beans that are made of it: the same for every place that it is injected to. */
    String id() {
        return getClass().getName() + " " + type.getName() + " " + rule.value();
    }

    void declare(AfterBeanDiscovery event) {
        event.addBean()
                .id(id())
                .types(type, Object.class)
                .qualifiers(rule)
                .scope(ApplicationScoped.class)
                .createWith(context -> of(type, rule.value()));
    }

    /** The object that is injected, by the guard of the application this thread works for. */
    static Object of(Class<?> type, String rule) {
        return of(CurrentGuard.find(InjectedRule.class.getClassLoader()), type, rule);
    }

    private static Object of(Guard guard, Class<?> type, String rule) {
        if (type == RateLimiter.class) {
            return guard.limiter(rule);
        }
        return type == Lockouts.class ? guard.lockouts(rule) : guard.semaphores(rule);
    }

    @Override
    public @Nullable ClassLoader loader() {
        return where.getClassLoader();
    }

    @Override
    public List<String> problemsWith(Guard guard) {
        try {
            var unused = of(guard, type, rule.value());
            return List.of();
        } catch (IllegalArgumentException e) {
            return List.of("@ByRule(\"" + rule.value() + "\") " + type.getSimpleName() + " in " + where.getName() + ": "
                    + e.getMessage());
        }
    }
}
