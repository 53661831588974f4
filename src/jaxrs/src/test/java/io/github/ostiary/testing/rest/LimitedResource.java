package io.github.ostiary.testing.rest;

import io.github.ostiary.RateLimit;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Has no scope; nothing here knows CDI. */
@Path("limited")
public class LimitedResource implements Described {

    /** Calls that wait to be released, by their names. */
    private static final Map<String, CompletableFuture<String>> WAITING = new ConcurrentHashMap<>();

    @GET
    @Path("named")
    @RateLimit("named")
    public String named() {
        return "named";
    }

    @GET
    @Path("inline")
    @RateLimit(rate = "2/1h", key = "param:user", perIp = "none")
    public String inline() {
        return "inline";
    }

    @GET
    @Path("free")
    public String free() {
        return "free";
    }

    @Override
    @RateLimit(rate = "2/1h", key = "param:user", perIp = "none")
    public String described() {
        return "described";
    }

    @GET
    @Path("broken")
    @RateLimit("held")
    public String broken() {
        throw new IllegalStateException("broken");
    }

    @GET
    @Path("later/{name}")
    @RateLimit("held")
    public void later(@PathParam("name") String name, @Suspended AsyncResponse response) {
        waiting(name).thenAccept(response::resume);
    }

    @GET
    @Path("stage/{name}")
    @RateLimit("held")
    public CompletionStage<String> stage(@PathParam("name") String name) {
        return waiting(name);
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
        CompletableFuture<String> call = WAITING.get(name);
        return String.valueOf(call != null && call.complete("released"));
    }

    private static CompletableFuture<String> waiting(String name) {
        return WAITING.computeIfAbsent(name, any -> new CompletableFuture<>());
    }

    @Path("below")
    public SubResource below() {
        return new SubResource();
    }

    /** Made by a resource, not by a container. */
    public static class SubResource {

        @GET
        @RateLimit(rate = "2/1h", key = "param:user", perIp = "none")
        public String below() {
            return "below";
        }
    }
}
