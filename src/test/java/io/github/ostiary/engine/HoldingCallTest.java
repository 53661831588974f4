package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.LockState;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
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
                .property("concurrency.brief.path", "/brief")
                .property("concurrency.brief.permits", "1")
                .property("concurrency.brief.lease", "1s")
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

    @Test
    void ofACallerWhoHasLeftTheAttemptStaysReserved() {
        outer.leave();
        assertThat(guard.lockouts("login").state(guard.keyFor("login", call)).inFlight())
                .isEqualTo(1);
        outer.end(answer(200));
        assertThat(guard.lockouts("login").state(guard.keyFor("login", call)).inFlight())
                .isEqualTo(1);
        assertThat(guard.semaphores("one").tryEnter(guard.keyFor("one", call)).granted())
                .isTrue();
    }

    @Test
    void whatFailsToBeJudgedIsUnclear() {
        CallContext away = new CallContext() {
            @Override
            public Optional<String> principal() {
                throw new IllegalStateException("the session store is away");
            }
        };
        CallOutcome outcome =
                new CallOutcome(OptionalInt.of(200), CallOutcome.Answer.NONE, Optional.empty(), true, false, away);
        assertThatThrownBy(() -> outer.end(outcome)).hasMessage("the session store is away");
        LockState state = guard.lockouts("login").state(guard.keyFor("login", call));
        assertThat(state.inFlight()).isZero();
        assertThat(state.failures()).isZero();
    }

    @Test
    void whatIsBorrowedAndShowsNothingIsItsLendersToJudge() {
        Admission inner = behind();
        inner.end(answer(200));
        assertThat(guard.lockouts("login").state(guard.keyFor("login", call)).inFlight())
                .isEqualTo(1);
        outer.end(answer(200));
        assertThat(guard.lockouts("login").state(guard.keyFor("login", call)).failures())
                .isEqualTo(1);
    }

    /** Nobody renews it, though the work may still say that it is done. */
    @Test
    void theLeaseOfACallerWhoHasLeftEndsInItsTime() {
        Admission admission = Entrance.of(guard).enter(new TestCall("GET", "/brief"), Position.FIRST);
        admission.unattended();
        Key key = guard.keyFor("brief", new TestCall("GET", "/brief"));
        assertThat(guard.semaphores("brief").tryEnter(key).granted()).isFalse();
        Await.until(() -> guard.semaphores("brief").tryEnter(key).granted(), Duration.ofSeconds(10));
        admission.leave();
    }
}
