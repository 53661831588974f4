package io.github.ostiary.journeys;

import jakarta.servlet.FilterChain;

/** A request by one limit that is used up: answered with quota headers and a text, and noted for nobody. */
public class DeniedRequest implements Runnable, AutoCloseable {

    private static final String USED_UP = "1/1h";

    private final FakeApplication application;
    private final FakeRequest request;
    private final FakeResponse response = new FakeResponse();
    private final int headers;
    private final FilterChain chain = (asked, answer) -> {};

    /** Made by name. The one request there is room for has been let in. */
    public DeniedRequest(String redis, String rate) {
        this("0", 4);
    }

    /** A denial that is kept for so long, and answered with so many headers. */
    DeniedRequest(String keep, int headers) {
        this.headers = headers;
        application = new FakeApplication(
                "limit.api.path=/api/*", "limit.api.rate=" + USED_UP, "limit.api.key=ip", "explain.keep=" + keep);
        request = application.request("GET", "/api/posts");
        application.serve(request, response, chain);
    }

    @Override
    public void run() {
        application.serve(request, response, chain);
        if (response.getStatus() != 429 || response.headers() != headers) {
            throw new IllegalStateException(response.getStatus() + ", " + response.headers() + " headers");
        }
    }

    @Override
    public void close() {
        application.close();
    }
}
