package io.github.ostiary.interceptor;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.RateLimit;
import io.github.ostiary.setup.BeanRules;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A {@link RateLimit} in the application's source. Immutable.
 *
 * @param where the method or class (perhaps a stereotype) it stands on
 * @param says what it says
 */
record RateLimitUse(AnnotatedElement where, RateLimit says) implements DeclaredNeed {

    /** The name of its rule: the one that it gives, or one made for rates that it states. */
    String rule() {
        return isInline() ? RuleNames.of(where) : says.value();
    }

    boolean isInline() {
        return says.value().isEmpty();
    }

    String location() {
        return RuleNames.location(where);
    }

    @Override
    public @Nullable ClassLoader loader() {
        Class<?> type = where instanceof Method method ? method.getDeclaringClass() : (Class<?>) where;
        return type.getClassLoader();
    }

    @Override
    public List<String> problems() {
        return contradiction()
                .map(List::of)
                .orElseGet(() -> located(isInline() ? BeanRules.problems(rule(), keys()) : List.of()));
    }

    private Optional<String> contradiction() {
        String stated = String.join(", ", keys().keySet());
        if (!isInline() && !stated.isEmpty()) {
            return Optional.of(located("it names the rule '" + says.value() + "' and states " + stated
                    + "; remove the name, or keep it and set limit." + says.value() + ".* in the configuration"));
        }
        if (isInline() && says.rate().isEmpty()) {
            return Optional.of(located("it neither names a rule nor states a rate; write @RateLimit(\"NAME\") or"
                    + " @RateLimit(rate = \"5/1m\")"));
        }
        return Optional.empty();
    }

    /**
     * Makes sure that a guard knows the rule; idempotent.
     *
     * @throws ConfigurationException if it does not and cannot
     */
    void prepare(Guard guard) {
        List<String> problems = problemsWith(guard);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    @Override
    public List<String> problemsWith(Guard guard) {
        Optional<String> contradiction = contradiction();
        if (contradiction.isPresent()) {
            return List.of(contradiction.get());
        }
        try {
            if (isInline()) {
                BeanRules.declare(guard, rule(), keys());
            } else {
                BeanRules.require(guard, says.value());
            }
            return List.of();
        } catch (ConfigurationException e) {
            return located(e.problems());
        } catch (IllegalArgumentException e) {
            return List.of(located(String.valueOf(e.getMessage())));
        }
    }

    private List<String> located(List<String> problems) {
        return problems.stream().map(this::located).toList();
    }

    private String located(String problem) {
        return "@RateLimit on " + location() + ": " + problem;
    }

    /** The statements beside the name, as keys of the configuration. */
    private Map<String, String> keys() {
        Map<String, String> keys = new LinkedHashMap<>();
        put(keys, "rate", says.rate());
        put(keys, "key", says.key());
        put(keys, "perIp", says.perIp());
        put(keys, "cost", says.cost() == 1 ? "" : Integer.toString(says.cost()));
        put(keys, "onMissingKey", says.onMissingKey());
        put(keys, "onStoreFailure", says.onStoreFailure());
        put(keys, "enforce", says.enforce() ? "" : "false");
        return keys;
    }

    private static void put(Map<String, String> keys, String key, String value) {
        if (!value.isEmpty()) {
            keys.put(key, value);
        }
    }
}
