package io.github.ostiary.console;

/** No caller matches; nothing was changed. */
final class NobodyFound extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    NobodyFound(String message) {
        super(message);
    }
}
