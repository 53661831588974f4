package io.github.ostiary.config;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.PlanResolver;
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

        @Override
        public PlanResolver planResolver(String className) {
            return key -> Optional.empty();
        }
    };

    /**
     * Whether an application has a class, where it may use it.
     *
     * @param className of the class
     * @return false where nothing is known of the application
     */
    default boolean has(String className) {
        return false;
    }

    /**
     * A new resolver.
     *
     * @param className as a key names it
     * @return asked for each call
     */
    KeyResolver resolver(String className);

    /**
     * A resolver of plans.
     *
     * @param className as {@code rate.by} names it
     * @return asked in the background
     */
    PlanResolver planResolver(String className);

    /**
     * A verifier.
     *
     * @param className as {@code challenge.verifier} names it
     * @return asked for each answer
     */
    ChallengeVerifier verifier(String className);

    /**
     * A captcha of this jar.
     *
     * @param terms as a lockout states them
     * @return asked for each answer
     */
    default ChallengeVerifier captcha(CaptchaTerms terms) {
        return verifier(terms.kind().word());
    }
}
