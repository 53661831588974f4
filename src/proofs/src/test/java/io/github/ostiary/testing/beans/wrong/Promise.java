package io.github.ostiary.testing.beans.wrong;

import io.github.ostiary.RateLimit;

/** Carries what only classes may carry. */
@RateLimit("reply")
public interface Promise<T> {

    @RateLimit("reply")
    String keep(T what);

    @RateLimit(rate = "5/1m")
    default String standard() {
        return "standard";
    }

    @RateLimit("reply")
    String again();
}
