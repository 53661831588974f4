package io.github.ostiary.testing.beans.outside;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** Done by whoever, where nobody waits for them. */
@ApplicationScoped
public class Errands {

    @RateLimit("errand")
    public String run() {
        return "done";
    }

    @RateLimit(rate = "1/1h", key = "arg:0")
    public String runFor(String id) {
        return "done";
    }

    @RateLimit(rate = "1/1h", onMissingKey = "allow")
    public String runForAnybody() {
        return "done";
    }
}
