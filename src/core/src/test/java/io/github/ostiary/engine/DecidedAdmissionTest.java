package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call that holds nothing and awaits nothing is its decision, and that is all. */
class DecidedAdmissionTest {

    private final Guard guard = GuardBuilder.create()
            .property("limit.api.path", "/api/*")
            .property("limit.api.rate", "2/1h")
            .property("block.bad.path", "/bad")
            .property("block.bad.ip", "1.2.3.4")
            .build();

    @AfterEach
    void close() {
        guard.close();
    }

    private PendingAdmission enter(String path) {
        return Entering.of(guard).enter(new TestCall("GET", path), Position.FIRST);
    }

    @Test
    void allThatNoRuleIsAboutIsOne() {
        assertThat(enter("/"))
                .isSameAs(enter("/other"))
                .isSameAs(DecidedAdmission.UNLIMITED)
                .satisfies(call -> assertThat(call.decision().allowed()).isTrue());
    }

    @Test
    void aLimitHoldsNothing() throws InterruptedException {
        PendingAdmission admission = enter("/api/a");
        assertThat(admission).isInstanceOf(FinalAdmission.class);
        assertThat(admission.holdsAnything()).isFalse();
        assertThat(admission.holdsAttempt()).isFalse();
        assertThat(admission.isWaiting()).isFalse();
        admission.await();
        admission.giveUp();
        admission.end();
        assertThat(enter("/api/a").decision().allowed()).isTrue();
        assertThat(enter("/api/a").decision().reason()).isEqualTo(Reason.RATE_LIMITED);
    }

    @Test
    void itIsReadyAtOnce() {
        List<String> done = new ArrayList<>();
        enter("/api/a").whenReady(() -> done.add("ready"));
        assertThat(done).containsExactly("ready");
    }

    @Test
    void aBlockIsTold() {
        PendingAdmission admission = enter("/bad");
        assertThat(admission).isInstanceOf(DecidedAdmission.class);
        assertThat(admission.decision().reason()).isEqualTo(Reason.BLOCKED);
        assertThat(admission.decision().rule()).isEqualTo("bad");
    }
}
