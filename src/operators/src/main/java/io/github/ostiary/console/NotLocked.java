package io.github.ostiary.console;

/** No caller matches; nothing was changed. */
final class NotLocked extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    NotLocked(String message) {
        super(message);
    }
}
