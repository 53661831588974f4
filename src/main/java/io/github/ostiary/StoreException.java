package io.github.ostiary;

/**
 * A store did not answer, or not in time. Checked, because each caller owes an outcome: see {@link FailurePolicy}. The
 * message carries no key, no identity and no credential.
 */
public final class StoreException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param message what happened, without keys, identities or credentials
     */
    public StoreException(String message) {
        super(message);
    }

    /**
     * A failure with its cause.
     *
     * @param message what happened, without keys, identities or credentials
     * @param cause what the driver threw
     */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
