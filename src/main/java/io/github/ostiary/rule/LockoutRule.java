package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation.Purpose;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A {@code lockout.NAME} of the configuration. Immutable.
 *
 * @param basics what all rules have
 * @param terms without store or key, and how long a caller may be held until others' attempts are settled
 * @param policy what failures lead to
 * @param networkPolicy what they lead to where a key is nothing but networks, which strangers share
 * @param subject who is tried
 * @param signals what is a failure
 * @param verifier checks answers to challenges
 */
public record LockoutRule(
        RuleBasics basics,
        CallTerms terms,
        LockoutPolicy policy,
        LockoutPolicy networkPolicy,
        Subject subject,
        Signals signals,
        Optional<ChallengeVerifier> verifier)
        implements Rule {

    private static final Set<String> NETWORKS = Set.of(Key.IP, "host", "global");

    /**
     * The subject of an attempt: who is tried, and by what. Immutable.
     *
     * @param keys whose failures, each of these; empty for a guard that is not enabled
     * @param distinct tells the different values that are counted, digested; empty if failures are
     * @param network where a call comes from, for {@code exempt}; empty if the rule does not ask
     * @param label what administrators see of a key: canonical; empty where identities are secret or too long to be kept
     * @param spelling what tells two keys apart that wrote the same name otherwise: digested; empty if it was written in
     *     its canonical form
     */
    public record Subject(
            List<KeyResolver> keys,
            Function<CallContext, Optional<String>> distinct,
            Function<CallContext, Optional<Key>> network,
            Function<Key, String> label,
            Function<Key, String> spelling) {

        /** Copies the list. */
        public Subject {
            keys = List.copyOf(keys);
        }

        /**
         * What is not asked for.
         *
         * @return for {@code distinct} or {@code network}
         */
        public static <T> Function<CallContext, Optional<T>> nothing() {
            return call -> Optional.empty();
        }
    }

    @Override
    public RuleKind kind() {
        return RuleKind.LOCKOUT;
    }

    @Override
    public boolean claim(CallContext call, Claims claims) {
        return subject.keys().isEmpty() || claims.reserve(this, call) || !terms.needsKey();
    }

    @Override
    public void look(Key key, Claims claims) {
        if (!subject.keys().isEmpty()) {
            claims.reserve(this, adopt(key), Purpose.ATTEMPT, "", "");
        }
    }

    @Override
    public Operation judge(CallOutcome outcome) {
        return signals.judge(outcome);
    }

    /**
     * Whether it is about sign-ins that the container does itself.
     *
     * @return true for {@code login=container}
     */
    public boolean guardsContainer() {
        return signals.ofContainer();
    }

    /** What failures of a key lead to. */
    public LockoutPolicy policyOf(Key key) {
        List<Key.Part> parts = key.parts();
        for (int i = 0; i < parts.size(); i++) {
            if (!NETWORKS.contains(parts.get(i).kind())) {
                return policy;
            }
        }
        return networkPolicy;
    }

    @Override
    public Key keyOf(CallContext call) {
        return Keys.first(this, subject.keys(), call);
    }
}
