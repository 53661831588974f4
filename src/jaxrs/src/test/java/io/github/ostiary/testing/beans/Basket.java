package io.github.ostiary.testing.beans;

import io.github.ostiary.Guard;
import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.SessionScoped;
import jakarta.inject.Inject;
import java.io.Serializable;

/** May be passivated, so its interceptors and what is injected must allow it. */
@SessionScoped
@RateLimit("basket")
public class Basket implements Serializable {

    private static final long serialVersionUID = 1L;

    @Inject
    Guard guard;

    public String put() {
        return "put by " + guard.limiter("basket").rule();
    }
}
