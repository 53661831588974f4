package io.github.ostiary.testing.acceptance;

import io.github.ostiary.RateLimit;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** A resource of JAX-RS without a scope, whose method is limited. */
@Path("limited")
public class LimitedResource {

    /** Returns who was called. */
    @GET
    @RateLimit("resource")
    public String call() {
        return "resource";
    }
}
