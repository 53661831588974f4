package io.github.ostiary.vectors;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.Map;

/**
 * A limit behind a lockout of the same name, which the first denial starts, as {@code failure=status:429} would. Who
 * comes back after it starts afresh.
 */
final class WindowWithBlockPlay extends LimitPlay {

    private final boolean locksOnDenial;

    WindowWithBlockPlay(Map<String, String> properties, boolean locksOnDenial) {
        super("", properties);
        this.locksOnDenial = locksOnDenial;
    }

    @Override
    void play(Vector.Event event, World world) {
        Lockouts lockouts = world.guard().lockouts("test");
        Key key = key(event, world);
        switch (event.op()) {
            case "block" -> {
                long seconds = event.json().path("sec").asLong();
                world.guard().limiter("test").reset(key);
                if (seconds == 0) {
                    lockouts.block(key, "by hand");
                } else {
                    lockouts.lock(key, Duration.ofSeconds(seconds), "by hand");
                }
                told(event, lockouts.state(key));
            }
            case "delete" -> {
                lockouts.unlock(key);
                world.guard().limiter("test").reset(key);
                event.expected().is("deleted", lockouts.state(key).phase() == Phase.OPEN);
            }
            case "consume" -> consume(event, world, key);
            default -> super.play(event, world);
        }
    }

    private void consume(Vector.Event event, World world, Key key) {
        Lockouts lockouts = world.guard().lockouts("test");
        try (Attempt attempt = lockouts.begin(key)) {
            if (attempt.allowed()) {
                Decision decision = ask(event, world, key);
                if (decision.allowed() || !locksOnDenial) {
                    attempt.abandon();
                    compare(event, decision);
                    return;
                }
                attempt.failed();
                world.guard().limiter("test").reset(key);
            }
        }
        told(event, lockouts.state(key));
    }

    /** Nothing is left while it is locked, for as long as that is. */
    private static void told(Vector.Event event, LockState state) {
        event.expected().is("allowed", state.phase() == Phase.OPEN);
        event.expected().is("remaining", 0);
        long left = state.remaining().map(Durations::toMicros).orElse(-1L);
        event.expected().micros("ms_before_next", left, left < 0 ? 1 : 1e3);
    }
}
