package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A block comes before all else, and what an allow waives is not counted. */
class MatchedRulesTest {

    private static Decision decide(GuardBuilder builder, TestCall call, int times) {
        try (Guard guard = builder.build()) {
            for (int i = 1; i < times; i++) {
                Entering.of(guard).enter(call, Position.FIRST).end();
            }
            return Entering.of(guard).enter(call, Position.FIRST).decision();
        }
    }

    private static GuardBuilder limited() {
        return GuardBuilder.create().property("limit.a.path", "/a").property("limit.a.rate", "1/1h");
    }

    @Test
    void aBlockIsToldWhateverElseIsCounted() {
        GuardBuilder blocked = limited().property("block.b.path", "/*").property("block.b.ip", "1.2.3.4");
        assertThat(decide(blocked, new TestCall("GET", "/a"), 2).reason()).isEqualTo(Reason.BLOCKED);
    }

    @Test
    void aBlockThatOnlyReportsDeniesNobody() {
        GuardBuilder shadowed = limited()
                .property("block.b.path", "/*")
                .property("block.b.ip", "1.2.3.4")
                .property("block.b.enforce", "false");
        Decision decision = decide(shadowed, new TestCall("GET", "/a"), 1);
        assertThat(decision.allowed()).isTrue();
        assertThat(decision.shadowed()).isTrue();
    }

    @Test
    void whatIsWaivedIsNotCounted() {
        GuardBuilder allowed = limited().property("allow.us.path", "/*").property("allow.us.ip", "1.2.3.4");
        assertThat(decide(allowed, new TestCall("GET", "/a"), 3).quotas()).isEmpty();
        assertThat(decide(limited(), new TestCall("GET", "/a"), 3).reason()).isEqualTo(Reason.RATE_LIMITED);
    }

    @Test
    void nothingMatchedIsNothingAsked() {
        assertThat(MatchedRules.of(List.of(), false).isEmpty()).isTrue();
        assertThat(MatchedRules.of(List.of(), true).isEmpty()).isFalse();
    }
}
