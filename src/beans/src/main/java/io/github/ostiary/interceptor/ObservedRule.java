package io.github.ostiary.interceptor;

import io.github.ostiary.Guard;
import io.github.ostiary.setup.BeanRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@link ByRule} on what an observer hears. Immutable.
 *
 * @param rule whose events
 * @param where it stands
 */
record ObservedRule(String rule, Class<?> where) implements DeclaredNeed {

    @Override
    public @Nullable ClassLoader loader() {
        return where.getClassLoader();
    }

    @Override
    public List<String> problemsWith(Guard guard) {
        try {
            BeanRules.require(guard, rule);
            return List.of();
        } catch (IllegalArgumentException e) {
            return List.of("@Observes @ByRule(\"" + rule + "\") in " + where.getName() + ": " + e.getMessage());
        }
    }
}
