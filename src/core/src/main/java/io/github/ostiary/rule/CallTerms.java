package io.github.ostiary.rule;

import io.github.ostiary.Key;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The terms on which a rule takes calls that it cannot simply count. Immutable.
 *
 * @param onStoreFailure what to do without the store
 * @param waitMicros how long a caller may be held, or how far ahead its slot may lie, µs; 0 for not at all
 * @param needsKey whether a call without identity is denied rather than passed
 * @param adopt applies the rule's address prefixes to a key made by hand
 * @param knownAs the key under which the rule counts a caller; empty if it counts no keys of that kind
 */
public record CallTerms(
        FailurePolicy onStoreFailure,
        long waitMicros,
        boolean needsKey,
        UnaryOperator<Key> adopt,
        Function<Key, Optional<Key>> knownAs) {

    /** The same for a caller of another patience, µs. */
    CallTerms waiting(long micros) {
        return new CallTerms(onStoreFailure, micros, needsKey, adopt, knownAs);
    }
}
