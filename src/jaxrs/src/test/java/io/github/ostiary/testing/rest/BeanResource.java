package io.github.ostiary.testing.rest;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A bean: where JAX-RS and CDI know each other, an interceptor stands before it. */
@RequestScoped
@Path("bean")
public class BeanResource {

    private static final Map<String, AsyncResponse> WAITING = new ConcurrentHashMap<>();

    @GET
    @Path("once")
    @RateLimit("once")
    public String once() {
        return "once";
    }

    @GET
    @Path("argument/{who}")
    @RateLimit("argument")
    public String argument(@PathParam("who") String who) {
        return who;
    }

    @GET
    @Path("door/{password}")
    @RateLimit("door")
    public String door(@PathParam("password") String password) {
        if (!password.equals("right")) {
            throw new SecurityException("wrong");
        }
        return "in";
    }

    /** As {@link #door}, with a number that JAX-RS reads before it calls. */
    @GET
    @Path("counted/{password}")
    @RateLimit("door")
    public String counted(@PathParam("password") String password, @QueryParam("page") int page) {
        return door(password) + page;
    }

    @GET
    @Path("later/{name}")
    @RateLimit("held")
    public void later(@PathParam("name") String name, @Suspended AsyncResponse response) {
        WAITING.put(name, response);
    }

    /** As {@link #later}, but who it is only an argument tells. */
    @GET
    @Path("argued/{name}")
    @RateLimit("argued")
    public void argued(@PathParam("name") String name, @Suspended AsyncResponse response) {
        WAITING.put(name, response);
    }

    /** Returns whether a call has arrived. */
    @GET
    @Path("waiting/{name}")
    public String isWaiting(@PathParam("name") String name) {
        return String.valueOf(WAITING.containsKey(name));
    }

    /** Returns whether there was a call to release. */
    @GET
    @Path("release/{name}")
    public String release(@PathParam("name") String name) {
        AsyncResponse call = WAITING.remove(name);
        return String.valueOf(call != null && call.resume("released"));
    }
}
