package io.github.ostiary.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A bucket with {@code wait}: a call that is held has taken the slot its delay leads to. Nobody waits it out here. */
final class SlotPlay extends Play {

    private final long waitMicros;
    private final List<PendingAdmission> held = new ArrayList<>();

    SlotPlay(String name, Map<String, String> properties, long waitMicros) {
        super(name, properties);
        this.waitMicros = waitMicros;
    }

    @Override
    void begin(World world) {
        held.clear();
    }

    @Override
    void play(Vector.Event event, World world) throws InterruptedException {
        if (!event.op().equals("acquire_wait")) {
            throw unknown(event);
        }
        Expectation expected = event.expected();
        TestCall call = call("k", "1.2.3.4");
        if (expected.get("delay_ms").asDouble() > 0) {
            expected.micros("delay_ms", delay(event, world, call), 1e3);
        }
        long begun = System.nanoTime();
        PendingAdmission admission = Entering.of(world.guard()).enter(call, Position.FIRST);
        held.add(admission);
        Decision decision = admission.decision();
        expected.is("granted", decision.allowed());
        if (decision.allowed()) {
            boolean waits = admission.isWaiting();
            boolean over = System.nanoTime() - begun >= expected.get("delay_ms").asDouble() * 1e6;
            assertThat(waits || over).as("%s waits for its slot", event).isTrue();
            assertThat(waits && expected.get("delay_ms").asDouble() == 0)
                    .as("%s need not wait", event)
                    .isFalse();
            expected.compared("delay_ms");
        } else {
            long retry = Durations.toMicros(decision.retryAfter().orElseThrow());
            expected.micros("would_wait_ms", retry + waitMicros, 1e3);
        }
    }

    /** Who would not wait quite as long is denied, takes no slot, and is told how much is missing. */
    private static long delay(Vector.Event event, World world, TestCall call) throws InterruptedException {
        long tooShort = (long) (event.expected().get("delay_ms").asDouble() * 1_000) - 1;
        Decision denied = world.guard()
                .limiter("test")
                .acquire(world.guard().keyFor("test", call), 1, Duration.ofNanos(1_000 * tooShort));
        assertThat(denied.allowed()).as("%s would wait less", event).isFalse();
        return tooShort + Durations.toMicros(denied.retryAfter().orElseThrow());
    }

    @Override
    void end() {
        held.forEach(PendingAdmission::giveUp);
        held.forEach(PendingAdmission::end);
    }
}
