package io.github.ostiary.benchmarks;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallBody;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Entrance;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A call that all rules named {@code login} are about.
 *
 * @param name who tries
 */
record SignIn(String name) implements CallContext {

    @Override
    public Optional<String> principal() {
        return Optional.of(name);
    }

    /** Tries a wrong password. */
    static void fail(Guard guard, String name) {
        SignIn call = new SignIn(name);
        Entrance.of(guard).call(List.of("login"), call, new CallBody<Void, RuntimeException>() {
            @Override
            public Void admitted(Admission admission) {
                admission.end(new CallOutcome(
                        OptionalInt.of(401), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
                return null;
            }
        });
    }
}
