package io.github.ostiary.journeys;

/** A request by one limit, let in by Redis. */
public final class SharedRequest extends LimitedRequest {

    /** Made by name. */
    public SharedRequest(String redis, String rate) {
        super(
                "redis.uri=" + redis,
                "redis.timeout=5s",
                "limit.api.path=/api/*",
                "limit.api.rate=" + rate,
                "limit.api.key=ip");
    }
}
