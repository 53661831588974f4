package io.github.ostiary.console;

/** There is nobody like whom something should be done to; nothing was done. */
final class NobodyFound extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    NobodyFound(String message) {
        super(message);
    }
}
