package io.github.ostiary.journeys;

import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A request with credentials of HTTP Basic that proved right a moment ago: no attempt any more. */
public final class ProvedRequest implements Runnable, AutoCloseable {

    private final FakeApplication application;
    private final FakeRequest request;
    private final FakeResponse response = new FakeResponse();
    private final FilterChain chain = (asked, answer) -> ((HttpServletResponse) answer).setStatus(204);

    /** Made by name. */
    public ProvedRequest(String redis, String rate) {
        application = new FakeApplication(
                "redis.uri=" + redis,
                "redis.timeout=5s",
                "signin.main.path=/api/*",
                "signin.main.name=basic:user",
                "signin.main.success=status:204!");
        request = application.request("GET", "/api/posts");
        request.authorization(
                "Basic " + Base64.getEncoder().encodeToString("bob:right".getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void run() {
        application.serve(request, response, chain);
        if (response.getStatus() != 204) {
            throw new IllegalStateException(
                    response.getStatus() + ", " + request.getAttribute(OstiaryContext.DECISION));
        }
    }

    @Override
    public void close() {
        application.close();
    }
}
