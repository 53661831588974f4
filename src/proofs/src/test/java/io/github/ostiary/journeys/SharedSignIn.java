package io.github.ostiary.journeys;

/** A sign-in by all that {@code signin.*} stands for, counted in Redis, that proves right. */
public final class SharedSignIn extends AnsweredRequest {

    private int next;

    /** Made by name. */
    public SharedSignIn(String redis, String rate) {
        super(
                204,
                "POST",
                "/sign-in",
                "redis.uri=" + redis,
                "redis.timeout=5s",
                "signin.main.path=/sign-in",
                "signin.main.name=param:username",
                "signin.main.success=status:204",
                "signin.main.limit.rate=" + rate);
    }

    @Override
    public void run() {
        request.user(FailedSignIn.user(next++));
        send();
    }
}
