package io.github.ostiary.login;

import org.jspecify.annotations.Nullable;

/**
 * A look at a password.
 *
 * @param <T> what it tells
 * @hidden
 */
public interface PasswordCheck<T> {

    /** The outcome of a look. */
    enum Shown {
        /** The password is right. */
        RIGHT,
        /** It is wrong, or there is no such name. */
        WRONG,
        /** Neither: a fault, or an account that may not sign in whatever its password. */
        NOTHING
    }

    /**
     * Looks.
     *
     * @return what it tells
     * @throws Throwable what looking throws
     */
    @Nullable
    T look() throws Throwable;

    /**
     * The password that is looked at.
     *
     * @return to be kept nowhere; empty if it is not known
     */
    default String secret() {
        return "";
    }

    /**
     * Reads the answer of a look.
     *
     * @param answer of {@link #look}
     * @return what that shows
     */
    Shown shown(@Nullable T answer);

    /**
     * Reads what a look has thrown.
     *
     * @param failure of {@link #look}
     * @return what that shows
     */
    default Shown shownBy(Throwable failure) {
        return Shown.NOTHING;
    }
}
