package io.github.ostiary.testing.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Has the annotations of JAX-RS in place of the class. */
public interface Described {

    @GET
    @Path("described")
    String described();
}
