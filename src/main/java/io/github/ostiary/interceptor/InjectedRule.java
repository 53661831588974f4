package io.github.ostiary.interceptor;

import io.github.ostiary.Guard;
import io.github.ostiary.Lockouts;
import io.github.ostiary.RateLimiter;
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

    /** Empty if the injection point asks for something else. */
    static Optional<InjectedRule> at(InjectionPoint point, Class<?> type) {
        return point.getQualifiers().stream()
                .filter(ByRule.class::isInstance)
                .findFirst()
                .map(rule ->
                        new InjectedRule(type, (ByRule) rule, point.getMember().getDeclaringClass()));
    }

    /** What beans are made of it: the same for every place that it is injected to. */
    String id() {
        return getClass().getName() + " " + type.getName() + " " + rule.value();
    }

    void declare(AfterBeanDiscovery event) {
        event.addBean()
                .id(id())
                .types(type, Object.class)
                .qualifiers(rule)
                .scope(ApplicationScoped.class)
                .createWith(context -> of(CurrentGuard.find(InjectedRule.class.getClassLoader())));
    }

    private Object of(Guard guard) {
        if (type == RateLimiter.class) {
            return guard.limiter(rule.value());
        }
        return type == Lockouts.class ? guard.lockouts(rule.value()) : guard.semaphores(rule.value());
    }

    @Override
    public @Nullable ClassLoader loader() {
        return where.getClassLoader();
    }

    @Override
    public List<String> problemsWith(Guard guard) {
        try {
            var unused = of(guard);
            return List.of();
        } catch (IllegalArgumentException e) {
            return List.of("@ByRule(\"" + rule.value() + "\") " + type.getSimpleName() + " in " + where.getName() + ": "
                    + e.getMessage());
        }
    }
}
