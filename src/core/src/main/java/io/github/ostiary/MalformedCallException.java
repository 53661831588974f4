package io.github.ostiary;

/**
 * A request cannot be read as far as a rule needs it: answered with 400. The message carries nothing the caller sent.
 */
public final class MalformedCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A malformed call.
     *
     * @param message what cannot be read, without its content
     */
    public MalformedCallException(String message) {
        super(message, null, false, false);
    }
}
