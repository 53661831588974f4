package io.github.ostiary.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.testing.Crowd;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Many threads, on one node or several, at one instant. */
final class CrowdPlay extends Play {

    private static final Pattern OP = Pattern.compile("(\\d+) parallel (hits|wrong logins|correct logins)");
    private static final Key KEY = Key.of("k");

    private final int nodes;

    CrowdPlay(String name, Map<String, String> properties, int nodes) {
        super(name + " on " + nodes, properties);
        this.nodes = nodes;
    }

    @Override
    int nodes() {
        return nodes;
    }

    private record Told(Decision decision, boolean evaluated) {}

    @Override
    void play(Vector.Event event, World world) throws Exception {
        Matcher op = OP.matcher(event.op());
        if (!op.matches()) {
            throw unknown(event);
        }
        int crowd = Integer.parseInt(op.group(1));
        if (op.group(2).equals("hits")) {
            List<Decision> told =
                    Crowd.of(crowd, i -> () -> world.guard(i).limiter("test").tryAcquire(KEY));
            event.expected()
                    .is(
                            "allowed_exactly",
                            told.stream().filter(Decision::allowed).count());
            assertThat(told).noneMatch(Decision::degraded);
        } else {
            boolean right = op.group(2).equals("correct logins");
            List<Told> told = Crowd.of(crowd, i -> () -> login(world.guard(i), right));
            logins(event, told, world.guard().lockouts("test").state(KEY));
        }
    }

    private static Told login(Guard guard, boolean right) {
        try (Attempt attempt = guard.lockouts("test").begin(KEY)) {
            if (attempt.allowed() && right) {
                attempt.succeeded();
            }
            return new Told(attempt.decision(), attempt.allowed());
        }
    }

    private static void logins(Vector.Event event, List<Told> told, LockState state) {
        long evaluated = told.stream().filter(Told::evaluated).count();
        assertThat(told).noneMatch(each -> each.decision().degraded());
        assertThat(state.inFlight()).isZero();
        event.expected().is("max_password_evaluations", evaluated);
        event.expected().is("refused", told.size() - evaluated);
        event.expected().is("locked_after", state.phase() == Phase.LOCKED);
        event.expected().is("failures_after", state.failures());
    }
}
