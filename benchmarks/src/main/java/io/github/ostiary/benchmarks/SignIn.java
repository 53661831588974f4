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
        end(guard, RULES, new SignIn(name), 401);
    }

    /** Knows the password. */
    static void succeed(Guard guard, String name) {
        end(guard, RULES, new SignIn(name), 204);
    }

    /** Lets the rules of some names decide a call, which then ends with a status. */
    static void end(Guard guard, List<String> rules, CallContext call, int status) {
        Entrance.of(guard).call(rules, call, new CallBody<Void, RuntimeException>() {
            @Override
            public Void admitted(Admission admission) {
                admission.end(new CallOutcome(
                        OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
                return null;
            }
        });
    }
}
