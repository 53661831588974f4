package io.github.ostiary.benchmarks;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.Admission;
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
        Admission admission = Entrance.of(guard).enter(List.of("login"), call);
        if (!admission.decision().allowed()) {
            throw new IllegalStateException("not what is to be measured: " + admission.decision());
        }
        admission.end(
                new CallOutcome(OptionalInt.of(401), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
    }
}
