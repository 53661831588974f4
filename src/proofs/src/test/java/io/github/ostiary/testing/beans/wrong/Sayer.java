package io.github.ostiary.testing.beans.wrong;

import io.github.ostiary.RateLimit;

/** What is overridden by another parameter type is not called any more. */
public abstract class Sayer<T> {

    @RateLimit(rate = "5/1m")
    public String say(T what) {
        return "said " + what;
    }
}
