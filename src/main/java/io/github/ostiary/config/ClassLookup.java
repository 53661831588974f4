package io.github.ostiary.config;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.KeyResolver;
import java.util.Optional;

/** Finds what rules name by its class. Each method throws {@link IllegalArgumentException} with the remedy. */
public interface ClassLookup {

    /** Finds resolvers that resolve nothing, and no verifier: for limits that are read before there is an application. */
    ClassLookup NONE = new ClassLookup() {
        @Override
        public KeyResolver resolver(String className) {
            return call -> Optional.empty();
        }

        @Override
        public ChallengeVerifier verifier(String className) {
            throw new IllegalArgumentException("'" + className + "' is not looked for");
        }
    };

    /**
     * A new resolver.
     *
     * @param className as a key names it
     * @return asked for each call
     */
    KeyResolver resolver(String className);

    /**
     * A verifier.
     *
     * @param className as {@code challenge.verifier} names it
     * @return asked for each answer
     */
    ChallengeVerifier verifier(String className);
}
