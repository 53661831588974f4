package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.KeptLock.Age;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.testing.LockoutBackend;
import io.github.ostiary.testing.LockoutTraces;
import io.github.ostiary.testing.LockoutTraces.Event;
import io.github.ostiary.testing.PureLockouts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script and the Java class are one state machine: random traces with hostile clocks get equal answers. */
@Tag("slow")
class LuaLockoutTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void agreeOnRandomTraces(long run) {
        for (long seed = run * 1_000; seed < run * 1_000 + Long.getLong("lockout.ladders", 25); seed++) {
            Random random = new Random(seed);
            LockoutTraces traces = new LockoutTraces(random, 12);
            LockoutPolicy policy = traces.policy("login");
            ManualTimeSource time = new ManualTimeSource();
            PureLockouts java = new PureLockouts(time);
            List<Event> trace = new ArrayList<>();
            try (LuaLockouts lua = new LuaLockouts(time)) {
                for (int i = 0; i < 150; i++) {
                    traces.tick(time, policy);
                    Event event = kept(random, traces.event(time, policy));
                    trace.add(event);
                    assertThat(run(lua, event))
                            .as("seed %d, event %d, %s: %s", seed, i, policy, tail(trace))
                            .isEqualTo(run(java, event));
                }
            }
        }
    }

    /** Some that would end begin again, or at all: what a stand-in let in. */
    private static Event kept(Random random, Event event) {
        return event.operation().equals("settle") && random.nextInt(12) == 0
                ? new Event(event.micros(), "settle", event.reservation(), Operation.KEEP, 0)
                : event;
    }

    private static List<Object> run(LockoutBackend backend, Event event) {
        LockoutPolicy policy = event.reservation().policy();
        Object said = "";
        switch (event.operation()) {
            case "begin" -> said = backend.begin(event.reservation());
            case "leave" -> said = backend.leave(event.reservation());
            case "settle" -> said = backend.settle(event.reservation(), event.ending());
            case "lock" -> backend.lock(policy, "k", event.duration(), "because");
            case "restore" -> backend.restore(
                    new KeptLock(new LockId(policy, "k"), "K", event.duration(), new Age(5, false), "2 0 1", "kept"));
            case "admit" -> {
                long mark = backend.look(policy, "k").mark();
                said = List.of(backend.admit(event.reservation(), mark + 1), backend.admit(event.reservation(), mark));
            }
            case "unlock" -> backend.unlock(policy, "k", event.duration());
            default -> said = backend.peek(event.reservation());
        }
        return List.of(said, backend.look(policy, "k"));
    }

    private static String tail(List<Event> trace) {
        return trace.subList(Math.max(0, trace.size() - 12), trace.size()).stream()
                .map(event -> "\n" + event.micros() + " " + event.operation() + " "
                        + event.reservation().id() + " " + event.reservation().purpose() + " "
                        + event.reservation().value() + " "
                        + event.reservation().network() + " " + event.ending()
                        + " " + event.duration())
                .collect(Collectors.joining());
    }
}
