package io.github.ostiary.journeys;

import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletResponse;

/** A request that an application always answers with one status; another one is a mistake of the journey. */
abstract class AnsweredRequest implements Runnable, AutoCloseable {

    final FakeRequest request;
    private final FakeApplication application;
    private final FakeResponse response = new FakeResponse();
    private final int status;
    private final FilterChain chain;

    AnsweredRequest(int status, String method, String path, String... settings) {
        this.status = status;
        this.chain = (asked, answer) -> ((HttpServletResponse) answer).setStatus(status);
        this.application = new FakeApplication(settings);
        this.request = application.request(method, path);
    }

    /** Sends it once more. */
    final void send() {
        application.serve(request, response, chain);
        if (response.getStatus() != status) {
            throw new IllegalStateException(
                    response.getStatus() + ", " + request.getAttribute(OstiaryContext.DECISION));
        }
    }

    @Override
    public void close() {
        application.close();
    }
}
