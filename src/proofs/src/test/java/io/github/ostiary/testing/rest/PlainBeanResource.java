package io.github.ostiary.testing.rest;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** A bean whose limit takes no interceptor. */
@RequestScoped
@Path("bean")
public class PlainBeanResource {

    @GET
    @Path("once")
    @RateLimit("once")
    public String once() {
        return "once";
    }
}
