package io.github.ostiary.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisServer;
import org.junit.jupiter.api.Test;

/**
 * Holds what a refusal allocates to bounds: a flood is paid for by all who share the heap with it. How much is allocated
 * does not depend on how busy the machine is; interpreted code allocates most, and the bounds have room for that.
 */
class RefusalGarbageTest {

    /**
     * Measured on 25 November 2026: what interpreted code allocates, and a margin of a tenth. Whoever makes it less lowers
     * the bound.
     */
    private static final long LOCAL_BYTES = 106;

    private static final long CACHED_BYTES = 1_500;

    /** A denial's figures are worked out once, and callers are told the same text until a second is over; 570 without any compiler. */
    private static final long REQUEST_BYTES = 627;

    private static final long CACHED_REQUEST_BYTES = 642;

    private static final String USED_UP = "1/1h";

    @Test
    void ofACallCountedHere() {
        try (Guard guard = GuardBuilder.create().limit("api", USED_UP).build()) {
            assertThat(bytesOf(guard)).isBetween(1L, LOCAL_BYTES);
        }
    }

    /** Denied by what Redis said last; that it is asked once a second is in none of the rounds that allocate least. */
    @Test
    void ofACallCountedInRedis() {
        try (Guard guard = GuardBuilder.create()
                .redis(RedisServer.shared().uri())
                .property("keyPrefix", "garbage")
                .property("redis.timeout", "5s")
                .limit("api", USED_UP)
                .build()) {
            assertThat(bytesOf(guard)).isBetween(1L, CACHED_BYTES);
        }
    }

    private static long bytesOf(Guard guard) {
        RateLimiter limiter = guard.limiter("api");
        Key key = Key.of("user:110");
        limiter.tryAcquire(key);
        return AllocatedBytes.of(() -> {
            Decision decision = limiter.tryAcquire(key);
            if (decision.allowed() || decision.degraded()) {
                throw new IllegalStateException(decision.toString());
            }
        });
    }

    @Test
    void ofARequestCountedHere() {
        assertThat(bytesOfRequest("headers=draft")).isBetween(1L, REQUEST_BYTES);
    }

    @Test
    void ofARequestCountedInRedis() {
        assertThat(bytesOfRequest(
                        "redis.uri=" + RedisServer.shared().uri(), "redis.timeout=5s", "keyPrefix=garbage-of-requests"))
                .isBetween(1L, CACHED_REQUEST_BYTES);
    }

    /** Told why, by quota headers and the small body. */
    private static long bytesOfRequest(String... settings) {
        String[] lines = new String[settings.length + 3];
        System.arraycopy(settings, 0, lines, 0, settings.length);
        lines[settings.length] = "limit.api.path=/api/*";
        lines[settings.length + 1] = "limit.api.rate=" + USED_UP;
        lines[settings.length + 2] = "limit.api.key=ip";
        FakeApplication application = new FakeApplication(lines);
        try {
            FakeRequest request = application.request("GET", "/api/posts");
            FakeResponse response = new FakeResponse();
            application.serve(request, response, (asked, answer) -> {});
            return AllocatedBytes.of(() -> {
                application.serve(request, response, (asked, answer) -> {});
                if (response.getStatus() != 429) {
                    throw new IllegalStateException("" + response.getStatus());
                }
            });
        } finally {
            application.close();
        }
    }
}
