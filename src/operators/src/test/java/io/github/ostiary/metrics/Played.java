package io.github.ostiary.metrics;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.util.Optional;
import java.util.OptionalInt;

/** A guard that has done a little of everything, for whoever shows figures. */
final class Played implements AutoCloseable {

    /** Who must be in no name, tag or line. */
    static final String SOMEBODY = "somebody-who-is-nobodys-business";

    final Guard guard;

    /** With {@code metrics} as said; figures are complete. */
    Played(String metrics) {
        guard = GuardBuilder.create()
                .limit("browse", "3/1d")
                .property("lockout.login.path", "/login")
                .property("lockout.login.key", "param:u")
                .property("lockout.login.steps", "2/1d lock 1d")
                .property("lockout.login.failure", "status:401")
                .property("lockout.login.success", "status:204")
                .property("block.evil.ip", "203.0.113.0/24")
                .property("metrics", metrics)
                .build();
        for (int i = 0; i < 5; i++) {
            guard.limiter("browse").tryAcquire(Key.of(SOMEBODY));
        }
        signIn(204);
        signIn(401);
        signIn(401);
        signIn(401);
        Entering.of(guard).enter(new TestCall("GET", "/").from("203.0.113.9"), Position.FIRST);
    }

    private void signIn(int status) {
        TestCall call = new TestCall("POST", "/login").from("192.0.2.1").param("u", SOMEBODY);
        Entering.of(guard)
                .enter(call, Position.FIRST)
                .end(new CallOutcome(
                        OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
    }

    Figures figures() {
        return OperatorApi.of(guard).figures();
    }

    @Override
    public void close() {
        guard.close();
    }
}
