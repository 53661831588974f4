package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.SignInCall;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.LockoutPolicy.Aftermath;
import io.github.ostiary.store.LockoutPolicy.ChallengeTerms;
import io.github.ostiary.store.Operation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A {@code lockout.NAME} of the configuration. Immutable. */
public final class LockoutRule extends Rule {

    /**
     * The subject of an attempt: who is tried, and by what. Immutable.
     *
     * @param keys whose failures, each of these; empty for a guard that is not enabled
     * @param distinct tells the different values that are counted, digested; null if failures are
     * @param network where a call comes from, for {@code exempt}; null if the rule does not ask
     * @param origin the network whose counters a call's are when a table is full
     * @param label what administrators see of a key: canonical; empty where identities are secret or too long to be kept
     * @param shared whether a key is nothing but networks and the like, which strangers share
     * @param spelling what tells two keys apart that wrote the same name otherwise: digested; empty if it was written in
     *     its canonical form
     * @param sent who sends attempts, and with what
     */
    public record Subject(
            List<KeyResolver> keys,
            @Nullable Function<CallContext, Optional<String>> distinct,
            @Nullable Function<CallContext, Optional<Key>> network,
            Function<CallContext, Optional<Key>> origin,
            Function<Key, String> label,
            Function<Key, String> spelling,
            Predicate<Key> shared,
            Sent sent) {

        /** Copies the list. */
        public Subject {
            keys = List.copyOf(keys);
        }
    }

    /**
     * The senders of attempts. Immutable.
     *
     * @param foreign tells the calls that a page of another site brings about, which are no attempts
     * @param credentials that programs send with each call; empty where there are none
     */
    public record Sent(Predicate<CallContext> foreign, Function<CallContext, String> credentials) {

        /** Nothing is known of them. */
        public static final Sent ANYHOW = new Sent(call -> false, call -> "");
    }

    /**
     * The siege in which all who are not known must pass a challenge first. Immutable, but for what is measured.
     *
     * @param siege measures; the same for all rules of this name
     * @param terms on which it begins
     * @param forced true or false where an operator says so
     * @param limit of all who are not known, in place of a challenge
     */
    public record Besieged(Siege siege, SiegeThreshold terms, Optional<Boolean> forced, Optional<String> limit) {

        /** Whether there is one. */
        public boolean now() {
            return forced.isPresent() ? forced.get() : siege.on(terms);
        }
    }

    /**
     * The challenges of a lockout. Immutable.
     *
     * @param verifier checks the answers; empty where no request is asked
     * @param locksVictims whether wrong answers lock a key without the caller's address, too
     * @param besieged when all who are not known must pass one first; null for never
     */
    public record Challenged(Optional<ChallengeVerifier> verifier, boolean locksVictims, @Nullable Besieged besieged) {}

    /**
     * The proof that a lockout waits for, with {@code enforce=proved}. Immutable, but for the proof.
     *
     * @param proof that a success can show
     * @param pending whether the rule only reports because it was not seen when the rule was made
     */
    public record Proving(Proof proof, boolean pending) {}

    private final LockoutPolicy policy;
    private final LockoutPolicy networkPolicy;

    /** The policy where a key has no address: by name, and where it is nothing but networks. */
    private final LockoutPolicy policyAnywhere;

    private final LockoutPolicy networkPolicyAnywhere;
    private final Subject subject;

    /** The subject's, for those who ask them of every attempt. */
    private final List<KeyResolver> keys;

    private final @Nullable Function<CallContext, Optional<String>> distinct;
    private final @Nullable Function<CallContext, Optional<Key>> network;
    private final Function<CallContext, Optional<Key>> origin;
    final Function<Key, String> label;
    final Function<Key, String> spelling;
    private final Predicate<Key> shared;
    private final Signals signals;
    private final Optional<ChallengeVerifier> verifier;

    /** Null for a lockout without. */
    private final @Nullable Besieged besieged;

    /** Null for a lockout that waits for nothing. */
    private final @Nullable Proving proving;

    /**
     * The policy of a siege over all, beside what the rule only reports; null for a rule that is enforced, or has none.
     */
    private final @Nullable LockoutPolicy siegePolicy;

    /**
     * A lockout.
     *
     * @param basics what all rules have
     * @param terms without store or key, and how long a caller may be held until others' attempts are settled
     * @param policy what failures lead to
     * @param subject who is tried
     * @param signals what is a failure
     * @param challenged who answers challenges, and when
     */
    public LockoutRule(
            RuleBasics basics,
            CallTerms terms,
            LockoutPolicy policy,
            Subject subject,
            Signals signals,
            Challenged challenged) {
        this(basics, terms, policy, subject, signals, challenged, null);
    }

    /**
     * A lockout that may wait for a proof.
     *
     * @param basics what all rules have
     * @param terms without store or key, and how long a caller may be held until others' attempts are settled
     * @param policy what failures lead to
     * @param subject who is tried
     * @param signals what is a failure
     * @param challenged who answers challenges, and when
     * @param proving what it waits for; null for nothing
     */
    public LockoutRule(
            RuleBasics basics,
            CallTerms terms,
            LockoutPolicy policy,
            Subject subject,
            Signals signals,
            Challenged challenged,
            @Nullable Proving proving) {
        super(basics, terms);
        this.proving = proving;
        this.siegePolicy =
                proving != null && proving.pending() && challenged.besieged() != null ? ofSiege(policy) : null;
        this.policy = policy;
        this.networkPolicy = policy.ofStrangers();
        this.policyAnywhere = challenged.locksVictims() ? policy : policy.withoutChallengeLock();
        this.networkPolicyAnywhere = policyAnywhere.ofStrangers();
        this.subject = subject;
        this.keys = subject.keys();
        this.distinct = subject.distinct();
        this.network = subject.network();
        this.origin = subject.origin();
        this.label = subject.label();
        this.spelling = subject.spelling();
        this.shared = subject.shared();
        this.signals = signals;
        this.verifier = challenged.verifier();
        this.besieged = challenged.besieged();
    }

    /** Nothing but the challenge: its failures lead to nothing, and no caller is known yet. */
    private static LockoutPolicy ofSiege(LockoutPolicy policy) {
        Aftermath nothing = new Aftermath(
                false,
                60_000_000,
                new ChallengeTerms(policy.aftermath().challenge().attempts(), 0),
                false,
                0,
                false,
                0);
        return new LockoutPolicy(policy.rule(), false, List.of(), false, 0, nothing, policy.settleMicros());
    }

    /** The proof that it waits for before it is enforced; null for none. */
    public @Nullable Proving proving() {
        return proving;
    }

    @Override
    public boolean isOutdated() {
        return proving != null && proving.pending() && proving.proof().seen();
    }

    /** A success has shown. */
    public void prove() {
        if (proving != null) {
            proving.proof().see();
        }
    }

    /** Whether a claim is only what a siege asks beside an attempt. */
    public boolean isOfSiegeAlone(Claim claim) {
        return siegePolicy != null && claim.needsSettling() && !claim.shadow();
    }

    /** The consequences of failures. */
    public LockoutPolicy policy() {
        return policy;
    }

    /** The siege in which all who are not known must pass a challenge first; null for never. */
    public @Nullable Besieged besieged() {
        return besieged;
    }

    /**
     * Something happened that tells whether there is a siege.
     *
     * @param asks of the call, of which one knows its network
     * @param ask of this rule
     */
    public void count(Siege.Sign sign, List<Ask> asks, Ask ask) {
        if (besieged != null) {
            String name = ask.claim().identity();
            String who = sign == Siege.Sign.SUCCEEDED ? name : network(asks, name);
            besieged.siege().count(sign, who, besieged.terms());
        }
    }

    /** The network of a call; calls from nowhere are told apart by names. */
    private static String network(List<Ask> asks, String name) {
        for (int i = 0; i < asks.size(); i++) {
            if (asks.get(i).claim() instanceof AttemptClaim attempt
                    && !attempt.network().isEmpty()) {
                return attempt.network();
            }
        }
        return name;
    }

    /** The subject that is tried. */
    public Subject subject() {
        return subject;
    }

    /** The signs of a failure. */
    public Signals signals() {
        return signals;
    }

    @Override
    public Optional<ChallengeVerifier> verifier() {
        return verifier;
    }

    @Override
    public RuleKind kind() {
        return RuleKind.LOCKOUT;
    }

    @Override
    public boolean countsDenied() {
        return policy.aftermath().extendOnAttempt();
    }

    /** Whether it denies a call as foreign; a call that cannot be read is left to its key. */
    @Override
    public boolean refuses(CallContext call) {
        try {
            return subject.sent().foreign().test(call);
        } catch (MalformedCallException e) {
            return false;
        }
    }

    @Override
    public boolean claim(CallContext call, Claims claims) {
        return reserve(call, claims) || !needsKey;
    }

    /** An attempt for each of a call's keys, none where the guard is not enabled; false if one is missing. */
    public boolean reserve(CallContext call, Claims claims) {
        if (keys.isEmpty()) {
            return true;
        }
        Optional<Key> key =
                keys.get(0).resolve(call); // first: where it is in the body, the head of a call tells no more
        if (key.isEmpty()) {
            return false;
        }
        String value = distinct == null ? "" : distinct.apply(call).orElse("");
        String from = network(call, claims);
        @Nullable Key origin = this.origin.apply(call).orElse(null);
        Traits seen =
                value.isEmpty() && from.isEmpty() && origin == null ? Traits.NONE : new Traits(value, from, "", origin);
        boolean inSiege = besieged != null && besieged.now();
        Purpose purpose = inSiege && siegePolicy == null ? Purpose.ATTEMPT_IN_SIEGE : Purpose.ATTEMPT;
        String realm = call instanceof SignInCall signIn ? signIn.realm() : "";
        String sent = subject.sent().credentials().apply(call);
        String credentials = sent.isEmpty() ? sent : realm + '\n' + sent;
        int asked = 0;
        while (key.isPresent()) {
            claims.reserve(this, key.get(), purpose, seen, realm, credentials);
            if (inSiege && siegePolicy != null) {
                claims.besiege(this, key.get(), siegePolicy, credentials);
            }
            if (++asked == keys.size()) {
                return true;
            }
            key = keys.get(asked).resolve(call);
        }
        return false;
    }

    /** The network of a call, as it is remembered; empty if the rule remembers none, or it is unknown. */
    public String network(CallContext call, Claims claims) {
        return network == null ? "" : network.apply(call).map(claims::identity).orElse("");
    }

    /** How a key is written, digested; empty if that is its canonical form. */
    public String spellingOf(Key key) {
        return spelling.apply(key);
    }

    @Override
    public void look(Key key, Claims claims) {
        if (!keys.isEmpty()) {
            claims.reserve(this, adopt(key), Purpose.ATTEMPT, Traits.NONE, "", "");
        }
    }

    @Override
    public Operation judge(CallOutcome outcome) {
        return signals.judge(outcome);
    }

    @Override
    public @Nullable Operation shown(CallOutcome outcome) {
        return signals.shown(outcome);
    }

    @Override
    public boolean failsBy(int status) {
        return signals.failBy(status);
    }

    /**
     * The party that knows how its attempts end.
     *
     * @return other than the application for {@code login=container} and {@code login=spring}
     */
    public Signals.Judge judge() {
        return signals.judge();
    }

    /** The consequences of a key's failures: less where strangers share it, and where any caller may have typed it. */
    public LockoutPolicy policyOf(Key key) {
        boolean address = key.has(Key.IP);
        if (shared.test(key)) {
            return address ? networkPolicy : networkPolicyAnywhere;
        }
        return address ? policy : policyAnywhere;
    }

    @Override
    public Key keyOf(CallContext call) {
        return first(keys, call);
    }
}
