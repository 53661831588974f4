package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Lease;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a call holds is lent to one at a time behind it, settled once, and given back once. */
class HoldingCallTest {

    private final TestCall call = new TestCall("POST", "/login").param("u", "bob");
    private final Guard guard = guard();
    private final Admission outer = Entrance.of(guard).enter(call, Position.FIRST);

    private static Guard guard() {
        return GuardBuilder.create()
                .property("lockout.login.path", "/login")
                .property("lockout.login.key", "param:u")
                .property("lockout.login.steps", "2/1h lock 15m")
                .property("lockout.login.failure", "status:401")
                .property("lockout.login.wait", "0s")
                .property("concurrency.one.path", "/login")
                .property("concurrency.one.permits", "1")
                .build();
    }

    @AfterEach
    void close() {
        guard.close();
    }

    private Admission behind() {
        call.attribute(Admission.ADMISSIONS, List.of(outer));
        return Entrance.of(guard).enter(List.of("login", "one"), call);
    }

    private CallOutcome answer(int status) {
        return new CallOutcome(OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call);
    }

    @Test
    void whoeverHoldsSomethingIsOfThisKind() {
        assertThat(outer).isInstanceOf(HoldingCall.class);
        assertThat(outer.holdsAnything()).isTrue();
        outer.end();
        outer.end();
        try (Lease lease = guard.semaphores("one").tryEnter(guard.keyFor("one", call))) {
            assertThat(lease.granted()).isTrue();
        }
    }

    @Test
    void itLendsToOneAtATime() {
        Admission inner = behind();
        assertThat(inner.decision().allowed()).isTrue();
        assertThat(behind().decision().reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
        inner.end();
        assertThat(behind().decision().allowed()).isTrue();
    }

    @Test
    void itLendsNothingToAnotherGuard() {
        try (Guard other = guard()) {
            call.attribute(Admission.ADMISSIONS, List.of(outer));
            Admission first = Entrance.of(other).enter(List.of("login", "one"), call);
            assertThat(first.holdsAnything()).isTrue();
            first.end();
        }
    }

    @Test
    void whoeverUsesItLastReleasesIt() {
        Admission inner = behind();
        outer.end();
        assertThat(guard.semaphores("one").tryEnter(guard.keyFor("one", call)).granted())
                .isFalse();
        inner.end();
        assertThat(guard.semaphores("one").tryEnter(guard.keyFor("one", call)).granted())
                .isTrue();
    }

    @Test
    void anAttemptIsSettledOnce() {
        outer.settle(answer(401));
        outer.end(answer(401));
        assertThat(guard.lockouts("login").state(guard.keyFor("login", call)).failures())
                .isLessThanOrEqualTo(1);
        Admission second = Entrance.of(guard).enter(new TestCall("POST", "/login").param("u", "bob"), Position.FIRST);
        assertThat(second.decision().allowed()).isTrue();
        second.end(answer(401));
        assertThat(Entrance.of(guard)
                        .enter(new TestCall("POST", "/login").param("u", "bob"), Position.FIRST)
                        .decision()
                        .reason())
                .isEqualTo(Reason.LOCKED);
    }
}
