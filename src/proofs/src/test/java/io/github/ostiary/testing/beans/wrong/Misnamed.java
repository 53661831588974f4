package io.github.ostiary.testing.beans.wrong;

import io.github.ostiary.Lockouts;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.interceptor.ByRule;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Is to get what nobody declares. */
@ApplicationScoped
public class Misnamed {

    @Inject
    @ByRule("repli")
    RateLimiter limiter;

    @Inject
    @ByRule("reply")
    Lockouts lockouts;
}
