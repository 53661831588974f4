package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Answers that show nothing tell of a signal written wrongly, once for each rule. */
class UnclearRedirectTest {

    private static Guard guard() {
        return guard("1000/1h lock 15m", "one", "other");
    }

    private static Guard guard(String steps, String... rules) {
        GuardBuilder builder = GuardBuilder.create().timeSource(new ManualTimeSource());
        for (String rule : rules) {
            builder.property("lockout." + rule + ".path", "/login")
                    .property("lockout." + rule + ".steps", steps)
                    .property("lockout." + rule + ".failure", "location:/login?error*")
                    .property("lockout." + rule + ".success", "location:/" + rule);
        }
        return builder.build();
    }

    private static void end(Guard guard, int status, String location) {
        TestCall call = new TestCall("POST", "/login");
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        admission.settle(Answered.to(location).ending(status, false, call));
        admission.end(Answered.to(location).ending(status, true, call));
    }

    @Test
    void itIsToldOnceForEachRule() {
        try (Guard guard = guard();
                LogLines log = LogLines.of("io.github.ostiary")) {
            end(guard, 302, "/one");
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .startsWith("lockout.other: a redirect (302) to /one showed neither");
            end(guard, 303, "/login?secret=1");
            end(guard, 307, "/login?secret=1");
            assertThat(log.warnings()).hasSize(2);
            assertThat(log.warnings().get(1))
                    .contains("lockout.one: a redirect (303) to /login", "lockout.one.success", "lockout.one.neutral");
            assertThat(log.warnings()).noneMatch(line -> line.contains("secret"));
        }
    }

    @Test
    void otherAnswersAndRightOnesAreNoSurprise() {
        try (Guard guard = guard();
                LogLines log = LogLines.of("io.github.ostiary")) {
            end(guard, 302, "/login?error");
            end(guard, 200, "/elsewhere");
            end(guard, 404, "/elsewhere");
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void theFirstAttemptsTellWhereNoSuccessShows() {
        try (Guard guard = guard("1000/1h lock 1s", "limit");
                LogLines log = LogLines.of("io.github.ostiary")) {
            for (int i = 0; i < 9; i++) {
                end(guard, i % 2 == 0 ? 302 : 200, i % 2 == 0 ? "/users/bob?name=bob" : "");
            }
            assertThat(log.warnings()).noneMatch(line -> line.contains("proved a success: "));
            end(guard, 404, "");
            end(guard, 404, "");
            assertThat(log.warnings().stream().filter(line -> line.contains("proved a success: ")))
                    .singleElement()
                    .asString()
                    .startsWith("lockout.limit: none of 10 attempts proved a success")
                    .contains("5 were answered 302 to /users/…?…, 4 were answered 200, 1 was answered 404")
                    .doesNotContain("bob");
        }
    }

    /** The first who is locked out may have typed the right password. */
    @Test
    void theFirstLockThatNoFailureShowsIsToldAtOnceWithTheLineToWrite() {
        try (Guard guard = guard("3/1h lock 15m", "limit");
                LogLines log = LogLines.of("io.github.ostiary")) {
            end(guard, 302, "/login?again");
            end(guard, 302, "/login?again");
            assertThat(log.warnings()).noneMatch(line -> line.contains("proved a success: "));
            end(guard, 302, "/account");
            assertThat(log.warnings().stream().filter(line -> line.contains("proved a success: ")))
                    .singleElement()
                    .asString()
                    .contains("2 were answered 302 to /login?…, 1 was answered 302 to /account")
                    .contains("write lockout.limit.success=location:/account* (logged again");
        }
    }

    @Test
    void oneSuccessAmongThemIsEnough() {
        try (Guard guard = guard("1000/1h lock 1s", "limit");
                LogLines log = LogLines.of("io.github.ostiary")) {
            for (int i = 0; i < 12; i++) {
                end(guard, 302, i == 4 ? "/limit" : "/login?error");
            }
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void itIsToldAgainUnderOtherRules() {
        try (Guard guard = guard("1000/1h lock 1s", "limit");
                LogLines log = LogLines.of("io.github.ostiary")) {
            end(guard, 302, "/elsewhere");
            guard.rules().override("lockout.limit.steps", "999/1h lock 1s", Duration.ofHours(1), "a test");
            end(guard, 302, "/elsewhere");
            assertThat(log.warnings().stream().filter(line -> line.contains("a redirect (302) to /elsewhere")))
                    .hasSize(2);
        }
    }
}
