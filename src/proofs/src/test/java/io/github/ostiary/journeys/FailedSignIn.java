package io.github.ostiary.journeys;

import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletResponse;

/** A sign-in by a limit and a lockout, answered with 401. */
public final class FailedSignIn implements Runnable, AutoCloseable {

    private static final String[] USERS = new String[8_192];

    static {
        for (int i = 0; i < USERS.length; i++) {
            USERS[i] = "user" + i;
        }
    }

    private final FakeApplication application;
    private final FakeRequest request;
    private final FakeResponse response = new FakeResponse();
    private final FilterChain chain = (asked, answer) -> ((HttpServletResponse) answer).setStatus(401);
    private int next;

    /** Made by name. */
    public FailedSignIn(String redis, String rate) {
        application = new FakeApplication(
                "limit.login.path=/sign-in",
                "limit.login.rate=" + rate,
                "limit.login.key=ip",
                "lockout.login.path=/sign-in",
                "lockout.login.key=param:username + ip",
                "lockout.login.failure=status:401",
                "lockout.login.success=status:204",
                "lockout.login.steps=100/1m lock 5m x2 max 24h");
        request = application.request("POST", "/sign-in");
    }

    /** One of many names, again and again. */
    static String user(int index) {
        return USERS[index % USERS.length];
    }

    @Override
    public void run() {
        request.user(user(next++));
        application.serve(request, response, chain);
        if (response.getStatus() != 401) {
            throw new IllegalStateException(
                    response.getStatus() + ", " + request.getAttribute(OstiaryContext.DECISION));
        }
    }

    @Override
    public void close() {
        application.close();
    }
}
