package io.github.ostiary.testing.beans.wrong;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** Everything that can be wrong with an annotation by itself. */
@ApplicationScoped
public class Malformed {

    @RateLimit(value = "reply", rate = "5/1m")
    public void twofold() {}

    @RateLimit
    public void empty() {}

    @RateLimit(rate = "often", key = "arg:")
    public void ungrammatical() {}

    @RateLimit(rate = "5/1m", key = "header:X-Api-Key")
    public void unaddressed() {}

    @RateLimit(rate = "5/1m", cost = 6)
    public void dear() {}

    @RateLimit("reply")
    private void hidden() {}

    public void callHidden() {
        hidden();
    }

    @RateLimit("reply")
    public static void fixed() {}
}
