package io.github.ostiary.testing.rest;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Answers 200 where JAX-RS cannot convert a parameter. */
@Provider
public class NothingFound implements ExceptionMapper<WebApplicationException> {

    @Override
    public Response toResponse(WebApplicationException none) {
        return Response.ok("nothing found").build();
    }
}
