package io.github.ostiary.journeys;

/** A sign-in by a limit and a lockout, answered with 401. */
public final class FailedSignIn extends AnsweredRequest {

    private static final String[] USERS = new String[8_192];

    static {
        for (int i = 0; i < USERS.length; i++) {
            USERS[i] = "user" + i;
        }
    }

    private int next;

    /** Made by name. */
    public FailedSignIn(String redis, String rate) {
        super(
                401,
                "POST",
                "/sign-in",
                "limit.login.path=/sign-in",
                "limit.login.rate=" + rate,
                "limit.login.key=ip",
                "lockout.login.path=/sign-in",
                "lockout.login.key=param:username + ip",
                "lockout.login.failure=status:401",
                "lockout.login.success=status:204",
                "lockout.login.steps=100/1m lock 5m x2 max 24h");
    }

    /** One of many names, again and again. */
    static String user(int index) {
        return USERS[index % USERS.length];
    }

    @Override
    public void run() {
        request.user(user(next++));
        send();
    }
}
