package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.TestCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * However attempts end without proof, in whatever order, on whichever node: no more guesses are looked at than failures
 * suffice to lock, and unclear ends are given back.
 */
class UnprovedOutcomesTest {

    private static final int THRESHOLD = 3;
    private static final int GUESSES = 30;
    private static final int TRIALS = 60;
    private static final List<String> FAILURES = List.of(
            "status:401",
            "!status:204",
            "location:/login?error*",
            "status:302 + !location:/account*",
            "exception:java.lang.SecurityException",
            "header:X-Wrong",
            "api");
    private static final List<Integer> STATUSES =
            List.of(200, 201, 204, 206, 302, 303, 304, 400, 401, 403, 404, 405, 406, 408, 412, 416, 429, 500, 503, 599);
    private static final List<String> LOCATIONS =
            List.of("/login", "/login?error", "/account", "//account", "/x/login?error", "http://elsewhere/", "");

    @ParameterizedTest(name = "unclear={0}, {1} nodes on Redis")
    @CsvSource({"3, 0", "0, 0", "5, 0", "3, 2"})
    void makeNoGuessFree(int unclear, int onRedis) throws Exception {
        for (String failure : FAILURES) {
            try (Nodes nodes = Nodes.of(
                    onRedis,
                    "lockout.login.path=/login",
                    "lockout.login.key=param:u",
                    "lockout.login.wait=0s",
                    "lockout.login.failure=" + failure,
                    "lockout.login.success=session-renewed, status:302 + location:/home",
                    "lockout.login.unclear=" + unclear,
                    "lockout.login.steps=" + THRESHOLD + "/1h lock 15m")) {
                for (int trial = 0; trial < (onRedis == 0 ? TRIALS : TRIALS / 10); trial++) {
                    Random random = new Random(trial);
                    List<String> ends = new ArrayList<>();
                    int looked = 0;
                    for (int i = 0; i < GUESSES; i++) {
                        CallContext call = new TestCall("POST", "/login").param("u", "bob" + trial);
                        Admission admission = Entering.of(nodes.node(i)).enter(call, Position.FIRST);
                        if (admission.decision().allowed()) {
                            looked++;
                            ends.add(end(admission, call, random));
                        }
                    }
                    assertThat(looked)
                            .as("%s, trial %d: %s", failure, trial, ends)
                            .isBetween(THRESHOLD, THRESHOLD + unclear);
                }
            }
        }
    }

    /** Statuses that are set, answers that begin to leave, and one of all ends. */
    private static String end(Admission admission, CallContext call, Random random) {
        StringBuilder told = new StringBuilder();
        while (random.nextInt(3) == 0) {
            int status = any(STATUSES, random);
            told.append("set ").append(status).append(", ");
            admission.answering(status);
        }
        if (random.nextInt(3) == 0) {
            admission.settle(outcome(call, random, false));
            told.append("begins to leave, ");
        }
        int how = random.nextInt(8);
        if (how == 0) {
            admission.unattended();
            admission.leave();
            told.append("left");
        } else if (how == 1) {
            admission.end(outcome(call, random, false).unanswered());
            told.append("unanswered");
        } else {
            CallOutcome outcome = outcome(call, random, true);
            admission.end(outcome);
            told.append(outcome.status()).append(outcome.location()).append(outcome.thrown());
        }
        return told.toString();
    }

    private static CallOutcome outcome(CallContext call, Random random, boolean over) {
        boolean answered = !over || random.nextInt(4) > 0;
        boolean escaped = over && random.nextInt(3) == 0;
        Throwable thrown = random.nextBoolean() ? new IOException("gone") : new IllegalStateException();
        String location = any(LOCATIONS, random);
        return new CallOutcome(
                answered ? OptionalInt.of(any(STATUSES, random)) : OptionalInt.empty(),
                answered && !location.isEmpty() ? Optional.of(location) : Optional.empty(),
                CallOutcome.Answer.NONE,
                escaped ? Optional.of(thrown) : Optional.empty(),
                over && !escaped,
                false,
                call);
    }

    private static <T> T any(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }
}
