package io.github.ostiary;

/**
 * A store did not answer, or not in time. Checked, because each caller owes an outcome: see {@link FailurePolicy}. The
 * message carries no key, no identity and no credential.
 */
public final class StoreException extends Exception {

    private static final long serialVersionUID = 1L;

    private boolean late;

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

    /**
     * A caller that ran out of time while others' calls were under way: says nothing new about the store.
     *
     * @param message what happened, without keys, identities or credentials
     * @return the failure
     */
    public static StoreException late(String message) {
        StoreException failure = new StoreException(message);
        failure.late = true;
        return failure;
    }

    /**
     * Whether this failure is evidence against the store.
     *
     * @return false for {@link #late}
     */
    public boolean evidence() {
        return !late;
    }
}
