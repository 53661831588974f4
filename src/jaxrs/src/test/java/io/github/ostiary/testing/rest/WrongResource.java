package io.github.ostiary.testing.rest;

import io.github.ostiary.RateLimit;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

/** Limits that cannot hold where there is no CDI. */
@Path("wrong")
public class WrongResource {

    @GET
    @Path("fine")
    public String fine() {
        return helper();
    }

    @GET
    @Path("unknown")
    @RateLimit("nmaed")
    public String unknown() {
        return "unknown";
    }

    @GET
    @Path("argument/{who}")
    @RateLimit(rate = "2/1h", key = "arg:0")
    public String argument(@PathParam("who") String who) {
        return who;
    }

    @GET
    @Path("attempt")
    @RateLimit("door")
    public String attempt() {
        return "attempt";
    }

    @RateLimit("named")
    public String helper() {
        return "helper";
    }
}
