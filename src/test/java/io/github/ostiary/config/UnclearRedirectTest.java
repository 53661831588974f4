package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.TestCall;
import org.junit.jupiter.api.Test;

/** A redirect that shows nothing tells of a signal written wrongly, once for each rule. */
class UnclearRedirectTest {

    private static Guard guard() {
        GuardBuilder builder = GuardBuilder.create().timeSource(new ManualTimeSource());
        for (String rule : new String[] {"one", "other"}) {
            builder.property("lockout." + rule + ".path", "/login")
                    .property("lockout." + rule + ".steps", "2/1h lock 15m")
                    .property("lockout." + rule + ".failure", "location:/login?error*")
                    .property("lockout." + rule + ".success", "location:/" + rule);
        }
        return builder.build();
    }

    private static void end(Guard guard, int status, String location) {
        TestCall call = new TestCall("POST", "/login");
        Admission admission = Entrance.of(guard).enter(call, Position.FIRST);
        admission.settle(Answered.to(location).ending(status, false, call));
        admission.end(Answered.to(location).ending(status, true, call));
    }

    @Test
    void itIsToldOnceForEachRule() {
        try (Guard guard = guard();
                LogLines log = LogLines.of("io.github.ostiary")) {
            end(guard, 302, "/one");
            assertThat(log.warnings()).singleElement().asString().startsWith("lockout.other: a redirect (302)");
            end(guard, 303, "/login?secret=1");
            end(guard, 307, "/login?secret=1");
            assertThat(log.warnings()).hasSize(2);
            assertThat(log.warnings().get(1))
                    .contains("lockout.one: a redirect (303)", "lockout.one.success", "lockout.one.neutral");
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
}
