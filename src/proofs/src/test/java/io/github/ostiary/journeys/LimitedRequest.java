package io.github.ostiary.journeys;

import jakarta.servlet.FilterChain;

/** A request by one limit, let in. */
public class LimitedRequest implements Runnable, AutoCloseable {

    private final FakeApplication application;
    private final FakeRequest request;
    private final FakeResponse response = new FakeResponse();
    private final FilterChain chain = (asked, answer) -> {};

    /** Made by name. */
    public LimitedRequest(String redis, String rate) {
        this("limit.api.path=/api/*", "limit.api.rate=" + rate, "limit.api.key=ip");
    }

    /** One to an application that is configured by these lines. */
    LimitedRequest(String... lines) {
        application = new FakeApplication(lines);
        request = application.request("GET", "/api/posts");
    }

    @Override
    public void run() {
        application.serve(request, response, chain);
        if (response.getStatus() != 200 || response.headers() != 2) {
            throw new IllegalStateException(response.getStatus() + ", " + response.headers() + " headers");
        }
    }

    @Override
    public void close() {
        application.close();
    }
}
