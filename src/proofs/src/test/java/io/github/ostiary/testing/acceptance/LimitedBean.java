package io.github.ostiary.testing.acceptance;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** A bean of CDI whose method is limited. */
@ApplicationScoped
public class LimitedBean {

    /** Returns who was called. */
    @RateLimit("bean")
    public String call() {
        return "bean";
    }
}
