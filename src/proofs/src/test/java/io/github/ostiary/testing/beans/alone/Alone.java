package io.github.ostiary.testing.beans.alone;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** States its rules in place. */
@ApplicationScoped
public class Alone {

    @RateLimit(rate = "2/1h", key = "global")
    public String anybody() {
        return "anybody";
    }

    @RateLimit(rate = "2/1h")
    public String somebody() {
        return "somebody";
    }
}
