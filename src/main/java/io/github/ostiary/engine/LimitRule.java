package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.FailurePolicy;
import io.github.ostiary.Key;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * A {@code limit.NAME} of the configuration, ready to be asked. Immutable.
 *
 * @param name the rule's name
 * @param scope which calls
 * @param meters what is charged for a call; the rates may depend on it
 * @param cost permits a call asks for; throws {@link io.github.ostiary.MalformedCallException}
 * @param onStoreFailure what to do without the store
 * @param needsKey whether a call without identity is refused rather than passed
 * @param adopt applies the rule's address prefixes to a key made by hand
 * @param updateRate puts another rate in force; throws {@link IllegalArgumentException} with the remedy
 * @param shadow whether it only reports, whatever cannot be read
 */
public record LimitRule(
        String name,
        Scope scope,
        Metering meters,
        ToLongFunction<CallContext> cost,
        FailurePolicy onStoreFailure,
        boolean needsKey,
        UnaryOperator<Key> adopt,
        Consumer<String> updateRate,
        boolean shadow) {}
