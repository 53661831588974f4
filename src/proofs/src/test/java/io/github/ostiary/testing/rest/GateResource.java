package io.github.ostiary.testing.rest;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Asks the guard itself, by rules and keys that the path names: {@code gate/plain/RULE/KEY}. */
@Path("gate")
public class GateResource {

    private static final String SECRET = "not-for-callers";

    @Context
    HttpServletRequest request;

    private String enter(String rule, String key) {
        Decision decision =
                OstiaryContext.guard(request.getServletContext()).limiter(rule).tryAcquire(Key.of("user:" + key));
        if (decision instanceof Decision.Denied denied) {
            throw new RateLimitExceededException(denied);
        }
        return "in";
    }

    @GET
    @Path("plain/{rule}/{key}")
    public String plain(@PathParam("rule") String rule, @PathParam("key") String key) {
        return enter(rule, key);
    }

    @GET
    @Path("json/{rule}/{key}")
    @Produces("application/json")
    public String json(@PathParam("rule") String rule, @PathParam("key") String key) {
        return '"' + enter(rule, key) + '"';
    }

    @GET
    @Path("later/{rule}/{key}")
    @Produces({"text/plain", "application/json"})
    public void later(@Suspended AsyncResponse response, @PathParam("rule") String rule, @PathParam("key") String key) {
        Decision decision =
                OstiaryContext.guard(request.getServletContext()).limiter(rule).tryAcquire(Key.of("user:" + key));
        Object answer =
                decision instanceof Decision.Denied denied ? new RateLimitExceededException(denied) : (Object) "in";
        new Thread(() -> {
                    if (answer instanceof Throwable failure) {
                        response.resume(failure);
                    } else {
                        response.resume(answer);
                    }
                })
                .start();
    }

    @GET
    @Path("stage/{rule}/{key}")
    @Produces({"text/plain", "application/json"})
    public CompletionStage<String> stage(@PathParam("rule") String rule, @PathParam("key") String key) {
        Decision decision =
                OstiaryContext.guard(request.getServletContext()).limiter(rule).tryAcquire(Key.of("user:" + key));
        return CompletableFuture.supplyAsync(() -> {
            if (decision instanceof Decision.Denied denied) {
                throw new RateLimitExceededException(denied);
            }
            return "in";
        });
    }

    @GET
    @Path("malformed")
    public String malformed() {
        throw new MalformedCallException(SECRET);
    }

    @GET
    @Path("misconfigured")
    public String misconfigured() {
        throw new ConfigurationException(List.of(SECRET));
    }

    /** None of ours. */
    @GET
    @Path("broken")
    public String broken() {
        throw new IllegalStateException("broken");
    }
}
