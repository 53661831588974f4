package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.LockState;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Step;
import io.github.ostiary.testing.LockoutTraces;
import io.github.ostiary.testing.LockoutTraces.Event;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The state machine against a model that forgets nothing: random ladders, random events, hostile clocks. */
class LockoutModelTest {

    private static final long SEEDS = Long.getLong("lockout.seeds", 400);

    private record Answer(Object verdict, LockState state, long idle) {}

    @Test
    void saysWhatTheModelSays() {
        Map<LockState.Phase, Integer> met = new EnumMap<>(LockState.Phase.class);
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            LockoutTraces traces = new LockoutTraces(random, 4);
            LockoutPolicy policy = traces.policy("login");
            ManualTimeSource time = new ManualTimeSource();
            Lockout lockout = new Lockout();
            NaiveLockout naive = new NaiveLockout(policy);
            List<Event> trace = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                traces.tick(time, policy);
                Event event = traces.event(time, policy);
                trace.add(event);
                Answer answer = run(lockout, event);
                assertThat(answer)
                        .as("seed %d, event %d, %s: %s", seed, i, policy, tail(trace))
                        .isEqualTo(run(naive, event));
                met.merge(answer.state.phase(), 1, Integer::sum);
            }
        }
        assertThat(met)
                .hasSize(LockState.Phase.values().length)
                .allSatisfy((phase, times) -> assertThat(times).as(phase.name()).isGreaterThan((int) (SEEDS * 5 / 2)));
    }

    private static Answer run(Lockout lockout, Event event) {
        AttemptClaim asked = event.reservation();
        LockoutPolicy policy = asked.policy();
        lockout.advance(policy, event.micros());
        Object verdict =
                switch (event.operation()) {
                    case "begin" -> lockout.passes(asked, 0) ? lockout.take(asked) : lockout.leave(asked, false);
                    case "leave" -> lockout.leave(asked, lockout.passes(asked, 0));
                    case "settle" -> lockout.settle(asked, event.ending());
                    case "lock" -> {
                        lockout.lock(event.duration(), "because", "");
                        yield "locked";
                    }
                    case "unlock" -> {
                        lockout.unlock(event.duration());
                        yield "unlocked";
                    }
                    default -> lockout.peek(asked);
                };
        return new Answer(verdict, bounded(lockout.state(policy), policy), lockout.idleMicros(policy));
    }

    private static Answer run(NaiveLockout naive, Event event) {
        AttemptClaim asked = event.reservation();
        naive.advance(event.micros());
        Object verdict =
                switch (event.operation()) {
                    case "begin" -> naive.passes(asked) ? naive.take(asked) : naive.leave(asked);
                    case "leave" -> naive.leave(asked);
                    case "settle" -> naive.settle(asked, event.ending());
                    case "lock" -> {
                        naive.lock(event.duration(), "because");
                        yield "locked";
                    }
                    case "unlock" -> {
                        naive.unlock(event.duration());
                        yield "unlocked";
                    }
                    default -> naive.peek(asked);
                };
        return new Answer(verdict, bounded(naive.state(), asked.policy()), naive.idle());
    }

    /** Of what counts for no step any more only so much is kept. */
    private static LockState bounded(LockState state, LockoutPolicy policy) {
        int most = policy.steps().stream().mapToInt(Step::failures).max().orElseThrow();
        return new LockState(
                state.phase(),
                state.remaining(),
                Math.min(state.failures(), most),
                state.inFlight(),
                state.wrongChallenges(),
                state.reason());
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
