package io.github.ostiary.store;

import io.github.ostiary.Key;
import io.github.ostiary.Quota;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failure slot asked of a {@link LockoutPolicy} before the application looks at the password, to be settled afterwards. Immutable.
 *
 * @param policy the rule
 * @param counterId whose failures, made once however often it is looked up
 * @param id made by the asker, unique: settling names it, and may be repeated
 * @param purpose what is attempted
 * @param traits what tells it from others of that identity
 * @param label the key's canonical text, shown to administrators; empty where identities are secret or too long to be kept
 * @param endedAgoMicros how long ago it ended, µs; 0 if it has not, or if it is settled at once
 */
public record AttemptClaim(
        LockoutPolicy policy,
        CounterId counterId,
        String id,
        Purpose purpose,
        Traits traits,
        String label,
        long endedAgoMicros)
        implements Claim {

    private static final char LETTER = 'K';

    /**
     * An attempt at an identity.
     *
     * @param policy the rule
     * @param identity whose failures
     * @param id made by the asker, unique
     * @param purpose what is attempted
     * @param traits what tells it from others of that identity
     * @param label the key's canonical text, or empty
     */
    public AttemptClaim(
            LockoutPolicy policy, String identity, String id, Purpose purpose, Traits traits, String label) {
        this(policy, CounterId.of(policy.rule(), "", LETTER, identity), id, purpose, traits, label, 0);
    }

    /**
     * The traits that tell attempts at one identity apart. Immutable.
     *
     * @param value what {@code distinct} compares, digested; empty if the rule does not ask
     * @param network where from, as {@code exempt} remembers it, digested; empty if the rule does not ask
     * @param spelling how the identity was written, digested; empty if it was in its canonical form. A success clears
     *     what failed under its own spelling: to an application that tells them apart others are other accounts
     * @param origin the network it comes from, for this JVM only: a full table asks whose counters fill it; null if that is
     *     not known
     */
    public record Traits(String value, String network, String spelling, @Nullable Key origin) {

        /** Nothing but the identity. */
        public static final Traits NONE = new Traits("", "", "");

        /** Traits of an unknown origin. */
        public Traits(String value, String network, String spelling) {
            this(value, network, spelling, null);
        }

        /**
         * The same, of an identity that was written otherwise.
         *
         * @param other how, digested
         * @return this very object where that is the same
         */
        public Traits spelled(String other) {
            return other.equals(spelling) ? this : new Traits(value, network, other, origin);
        }
    }

    /**
     * The attempts among claims.
     *
     * @param claims of any kind
     * @return in their order
     */
    public static List<AttemptClaim> among(List<? extends Claim> claims) {
        List<AttemptClaim> attempts = List.of();
        for (int i = 0; i < claims.size(); i++) {
            if (claims.get(i) instanceof AttemptClaim attempt) {
                attempts = attempts.isEmpty() ? new ArrayList<>(2) : attempts;
                attempts.add(attempt);
            }
        }
        return attempts;
    }

    /**
     * The answer to the challenge that denied this attempt.
     *
     * @param answer its own id
     * @return of the same caller
     */
    public AttemptClaim answer(String answer) {
        return new AttemptClaim(policy, counterId, answer, Purpose.CHALLENGE, traits, label, 0);
    }

    /**
     * Whether it is made for a password, and not for an answer.
     *
     * @return true during a siege, too
     */
    public boolean isAttempt() {
        return purpose != Purpose.CHALLENGE;
    }

    /** The things a reservation is made for. */
    public enum Purpose {
        /** A password, or whatever the application checks. */
        ATTEMPT,
        /**
         * The same during a siege: a caller who has not lately succeeded from this network must pass a challenge first, as if one
         * were pending.
         */
        ATTEMPT_IN_SIEGE,
        /** The answer to a challenge, while one is pending. */
        CHALLENGE
    }

    /**
     * The value that {@code distinct} compares.
     *
     * @return see {@link Traits}
     */
    public String value() {
        return traits.value;
    }

    /**
     * The network that it comes from.
     *
     * @return see {@link Traits}
     */
    public String network() {
        return traits.network;
    }

    @Override
    public @Nullable Key origin() {
        return traits.origin;
    }

    /**
     * How the identity was written.
     *
     * @return see {@link Traits}
     */
    public String spelling() {
        return traits.spelling;
    }

    @Override
    public LockoutPolicy terms() {
        return policy;
    }

    @Override
    public String rule() {
        return policy.rule();
    }

    @Override
    public char letter() {
        return LETTER;
    }

    @Override
    public String identity() {
        return counterId.identity();
    }

    @Override
    public boolean countsDenied() {
        return policy.aftermath().extendOnAttempt();
    }

    @Override
    public boolean isHeld() {
        return true;
    }

    @Override
    public boolean needsSettling() {
        return true;
    }

    @Override
    public boolean answersChallenge() {
        return purpose == Purpose.CHALLENGE;
    }

    @Override
    public boolean inSiege() {
        return purpose == Purpose.ATTEMPT_IN_SIEGE;
    }

    @Override
    public AttemptClaim passed() {
        return inSiege()
                ? new AttemptClaim(policy, counterId, id, Purpose.ATTEMPT, traits, label, endedAgoMicros)
                : this;
    }

    @Override
    public int length() {
        return Claim.super.length()
                + label.length()
                + traits.value.length()
                + traits.network.length()
                + traits.spelling.length();
    }

    @Override
    public AttemptClaim endedAgo(long micros) {
        return new AttemptClaim(policy, counterId, id, purpose, traits, label, Math.max(0, micros));
    }

    @Override
    public AttemptClaim repeated() {
        return this;
    }

    @Override
    public @Nullable Quota quota(Verdict said) {
        return null;
    }

    /** Attempts with different values are different attempts. */
    @Override
    public boolean isMetBy(Claim held) {
        return Claim.super.isMetBy(held) && held instanceof AttemptClaim other && value().equals(other.value());
    }

    @Override
    public boolean shadow() {
        return policy.shadow();
    }

    @Override
    public long idleMicros() {
        return policy.settleMicros();
    }
}
