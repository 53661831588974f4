package io.github.ostiary.journeys;

import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletResponse;

/** A sign-in by all that {@code signin.*} stands for, counted in Redis, that proves right. */
public final class SharedSignIn implements Runnable, AutoCloseable {

    private final FakeApplication application;
    private final FakeRequest request;
    private final FakeResponse response = new FakeResponse();
    private final FilterChain chain = (asked, answer) -> ((HttpServletResponse) answer).setStatus(204);
    private int next;

    /** Made by name. */
    public SharedSignIn(String redis, String rate) {
        application = new FakeApplication(
                "redis.uri=" + redis,
                "redis.timeout=5s",
                "signin.main.path=/sign-in",
                "signin.main.name=param:username",
                "signin.main.success=status:204",
                "signin.main.limit.rate=" + rate);
        request = application.request("POST", "/sign-in");
    }

    @Override
    public void run() {
        request.user(FailedSignIn.user(next++));
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
