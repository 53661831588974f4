package io.github.ostiary.vectors;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.text.Durations;
import java.util.Map;

/** Every request is taken off a limit before its answer is known; one whose answer is of the kind not counted gets it back. */
final class StatusPlay extends LimitPlay {

    private final boolean countsSuccesses;
    private final boolean countsFailures;

    StatusPlay(Map<String, String> properties, boolean countsSuccesses, boolean countsFailures) {
        super("refunded", properties);
        this.countsSuccesses = countsSuccesses;
        this.countsFailures = countsFailures;
    }

    @Override
    void play(Vector.Event event, World world) {
        if (!event.op().equals("request")) {
            throw unknown(event);
        }
        Key key = key(event, world);
        RateLimiter limiter = world.guard().limiter("test");
        Decision decision = limiter.tryAcquire(key);
        int status = decision.allowed() ? event.json().path("app_status").asInt() : 429;
        if (decision.allowed() && !(status < 400 ? countsSuccesses : countsFailures)) {
            limiter.credit(key, 1);
        }
        event.expected().is("allowed", decision.allowed());
        event.expected().is("status", status);
        event.expected().is("remaining_header", decision.remaining().orElseThrow());
        event.expected().is("reset_header_s", Durations.ceilSeconds(decision.resetAfter()));
    }
}
