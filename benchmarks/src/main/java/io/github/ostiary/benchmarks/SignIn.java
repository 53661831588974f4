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
 * A call that all rules of some names are about.
 *
 * @param name who tries
 */
record SignIn(String name) implements CallContext {

    /** The names. */
    static final List<String> RULES = List.of("login", "login2", "login3");

    @Override
    public Optional<String> principal() {
        return Optional.of(name);
    }

    /** Tries a wrong password. */
    static void fail(Guard guard, String name) {
        end(guard, name, 401);
    }

    /** Knows the password. */
    static void succeed(Guard guard, String name) {
        end(guard, name, 204);
    }

    private static void end(Guard guard, String name, int status) {
        SignIn call = new SignIn(name);
        Entrance.of(guard).call(RULES, call, new CallBody<Void, RuntimeException>() {
            @Override
            public Void admitted(Admission admission) {
                admission.end(new CallOutcome(
                        OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
                return null;
            }
        });
    }
}
