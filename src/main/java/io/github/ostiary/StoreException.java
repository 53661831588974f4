package io.github.ostiary;

/**
 * A store did not answer, or not in time. Checked, because each caller owes an outcome: see {@link FailurePolicy}. The
 * message carries no key, no identity and no credential.
 */
public final class StoreException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean evidence;

    /**
     * A failure.
     *
     * @param message what happened, without keys, identities or credentials
     */
    public StoreException(String message) {
        super(message);
        this.evidence = true;
    }

    /**
     * A failure with its cause.
     *
     * @param message what happened, without keys, identities or credentials
     * @param cause what the driver threw
     */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
        this.evidence = true;
    }

    private StoreException(String message, boolean evidence) {
        super(message, null, false, false);
        this.evidence = evidence;
    }

    /**
     * A failure that says nothing new about the store: a caller ran out of time while others' calls were under way, or
     * one counter cannot be used. Cheap: it has no stack trace.
     *
     * @param message what happened, without keys, identities or credentials
     * @return the failure
     */
    public static StoreException withoutEvidence(String message) {
        return new StoreException(message, false);
    }

    /**
     * Whether this failure is evidence against the store.
     *
     * @return false for {@link #withoutEvidence}
     */
    public boolean evidence() {
        return evidence;
    }
}
