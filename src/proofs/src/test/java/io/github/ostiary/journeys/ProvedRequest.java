package io.github.ostiary.journeys;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A request with credentials of HTTP Basic that proved right a moment ago: no attempt any more. */
public final class ProvedRequest extends AnsweredRequest {

    /** Made by name. */
    public ProvedRequest(String redis, String rate) {
        super(
                204,
                "GET",
                "/api/posts",
                "redis.uri=" + redis,
                "redis.timeout=5s",
                "signin.main.path=/api/*",
                "signin.main.name=basic:user",
                "signin.main.success=status:204!");
        request.authorization(
                "Basic " + Base64.getEncoder().encodeToString("bob:right".getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void run() {
        send();
    }
}
