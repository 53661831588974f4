package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import java.util.Map;

/** Lets the bean edge add the rules that annotations state in place. */
public final class BeanRules {

    private BeanRules() {}

    /**
     * Declares a rule, unless the guard has one of that name.
     *
     * @param guard made by this jar
     * @param name {@code [a-z][a-z0-9-]{0,39}}
     * @param keys such as {@code rate} and {@code key}, as in the file but without {@code limit.NAME.}
     * @throws io.github.ostiary.ConfigurationException with everything that is wrong
     * @throws IllegalArgumentException if the guard is of another make
     */
    public static void declare(Guard guard, String name, Map<String, String> keys) {
        if (!(guard instanceof BuiltGuard built)) {
            throw new IllegalArgumentException("rules can only be added to a guard made by GuardBuilder or the filter");
        }
        built.declare(name, keys);
    }
}
