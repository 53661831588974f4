package io.github.ostiary.testing.beans.wrong;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** Names rules that nobody declares. */
@ApplicationScoped
@RateLimit("postings")
public class Unknown {

    public void post() {}

    @RateLimit("repli")
    public void reply() {}
}
