package io.github.ostiary;

/**
 * A failure slot asked of a {@link Ladder} before anybody looks at the password, to be settled afterwards. Immutable.
 *
 * @param ladder the rule
 * @param identity whose failures
 * @param id made by whoever asks, unique: settling names it, and may be repeated
 * @param purpose what is attempted
 * @param value what {@code distinct} compares, digested; empty if the rule does not ask
 * @param network where from, as {@code exempt} remembers it, digested; empty if the rule does not ask
 * @param label the key's canonical text, shown to administrators; empty where identities are secret or too long to be kept
 */
public record Reservation(
        Ladder ladder, String identity, String id, Purpose purpose, String value, String network, String label)
        implements Claim {

    /** What a reservation is for. */
    public enum Purpose {
        /** A password, or whatever the application checks. */
        ATTEMPT,
        /** The answer to a challenge, while one is pending. */
        CHALLENGE
    }

    @Override
    public String rule() {
        return ladder.rule();
    }

    @Override
    public char letter() {
        return 'K';
    }

    @Override
    public boolean shadow() {
        return ladder.shadow();
    }

    @Override
    public long idleMicros() {
        return ladder.settleMicros();
    }
}
