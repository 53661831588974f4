package io.github.ostiary.testing.attacks;

/** What a sign-in comes to. */
enum Answer {
    SIGNED_IN,
    WRONG,
    CAPTCHA,
    REFUSED,
    /** The application is out of order. */
    BROKEN;

    /** Whether the password was looked at. */
    boolean evaluated() {
        return this == SIGNED_IN || this == WRONG;
    }
}
