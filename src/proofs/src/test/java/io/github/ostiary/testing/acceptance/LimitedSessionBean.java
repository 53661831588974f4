package io.github.ostiary.testing.acceptance;

import io.github.ostiary.RateLimit;
import jakarta.ejb.Stateless;

/** An EJB whose method is limited; only on servers that have EJBs. */
@Stateless
public class LimitedSessionBean {

    /** Returns who was called. */
    @RateLimit("session-bean")
    public String call() {
        return "ejb";
    }
}
