package io.github.ostiary.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.text.Durations;
import java.util.List;
import java.util.Map;

/** A rule {@code limit.test} asked event by event. */
class LimitPlay extends Play {

    LimitPlay(String name, Map<String, String> properties) {
        super(name, properties);
    }

    Key key(Vector.Event event, World world) {
        return Key.of(event.text("key", "k"));
    }

    @Override
    void play(Vector.Event event, World world) {
        RateLimiter limiter = world.guard().limiter("test");
        Key key = key(event, world);
        switch (event.op()) {
            case "hit", "consume", "throttle", "pour" -> compare(event, ask(event, world, key));
            case "peek", "get" -> compare(event, limiter.peek(key));
            case "penalty" -> compare(event, limiter.charge(key, event.n()));
            case "reward" -> {
                limiter.credit(key, event.n());
                compare(event, limiter.peek(key));
            }
            case "clear", "reset", "delete" -> limiter.reset(key);
            default -> throw unknown(event);
        }
    }

    Decision ask(Vector.Event event, World world, Key key) {
        RateLimiter limiter = world.guard().limiter("test");
        return event.n() == 0 ? limiter.peek(key) : limiter.tryAcquire(key, event.n());
    }

    static void compare(Vector.Event event, Decision decision) {
        Expectation expected = event.expected();
        if (decision.degraded()) {
            throw new AssertionError(event + ": the store did not answer");
        }
        expected.is("allowed", decision.allowed());
        long remaining = decision.remaining().orElseThrow();
        expected.is("remaining", remaining);
        level(event, decision, remaining);
        long retry = decision.retryAfter().map(Durations::toMicros).orElse(decision.permanent() ? -1L : 0);
        expected.micros("retry_after_ms", retry, decision.permanent() ? 1 : 1e3);
        expected.micros("retry_after_ns", retry, decision.permanent() ? 1 : 1e-3);
        expected.micros("retry_after_ms_exact", decision.retryAfter().isEmpty() ? -1 : retry, retry > 0 ? 1e3 : 1);
        reset(event, decision, remaining);
        if (expected.has("reply")) {
            expected.isList("reply", throttle(decision));
        }
    }

    private static void level(Vector.Event event, Decision decision, long remaining) {
        if (event.expected().has("level")) {
            double free = decision.limit().orElseThrow()
                    - event.expected().get("level").asDouble();
            event.expected().compared("level");
            if ((long) Math.floor(free) != remaining) {
                throw new AssertionError(event + ": " + remaining + " remaining, at " + free + " free");
            }
        }
    }

    /**
     * Of a rule with several rates {@code remaining} and {@code resetAfter} speak of the same one: a peer's longest reset
     * is another figure. Buckets that refill by intervals tell it by when the next refill comes.
     */
    private static void reset(Vector.Event event, Decision decision, long remaining) {
        Expectation expected = event.expected();
        long reset = Durations.toMicros(decision.resetAfter());
        if (event.vector().config().path("limits").size() > 1) {
            expected.compared("reset_after_ns", "reset_after_ms");
        } else {
            expected.micros("reset_after_ns", reset, 1e-3);
            expected.micros("reset_after_ms", reset, 1e3);
        }
        expected.micros("reset_after_ms_exact", reset, 1e3);
        expected.micros("ms_before_next", reset, 1e3);
        if (expected.has("next_refill_ms")) {
            JsonNode config = event.vector().config();
            long missing = config.path("capacity").asLong() - remaining;
            long tokens = config.path("refill_tokens").asLong();
            long refills = Math.max(1, (missing + tokens - 1) / tokens);
            long first = reset
                    - (refills - 1) * Vector.micros(config, "refill_period").orElseThrow();
            expected.micros("next_refill_ms", event.json().path("t_ms").asLong() * 1_000 + first, 1e3);
        }
    }

    /** CL.THROTTLE's five integers. */
    private static List<Long> throttle(Decision decision) {
        return List.of(
                decision.allowed() ? 0L : 1L,
                decision.limit().orElseThrow(),
                decision.remaining().orElseThrow(),
                decision.retryAfter().map(Durations::ceilSeconds).orElse(-1L),
                Durations.ceilSeconds(decision.resetAfter()));
    }
}
