package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How what a call holds comes to its end. Two failures lock, and there is one permit. */
class AdmissionTest {

    private final CallContext call = new TestCall("POST", "/login").param("u", "bob");
    private final Guard guard = GuardBuilder.create()
            .timeSource(new ManualTimeSource())
            .property("lockout.login.path", "/login")
            .property("lockout.login.key", "param:u")
            .property("lockout.login.steps", "2/1h lock 15m")
            .property("lockout.login.failure", "status:401")
            .property("lockout.login.success", "status:204")
            .property("concurrency.one.path", "/login")
            .property("concurrency.one.permits", "1")
            .build();

    @AfterEach
    void close() {
        guard.close();
    }

    private PendingAdmission enter() {
        return Entering.of(guard).enter(call, Position.FIRST);
    }

    private Decision.Reason denial() {
        PendingAdmission admission = enter();
        admission.end();
        return admission.decision().reason();
    }

    private CallOutcome answer(int status) {
        return new CallOutcome(OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call);
    }

    private void fail() {
        enter().end(answer(401));
    }

    @Test
    void whatShowsNothingYetSettlesNothing() {
        fail();
        PendingAdmission second = enter();
        second.settle(answer(200));
        second.end(answer(401));
        assertThat(denial()).isEqualTo(Decision.Reason.LOCKED);
    }

    @Test
    void whatHasShownIsNotTakenBack() {
        fail();
        PendingAdmission second = enter();
        second.settle(answer(401));
        second.end(answer(204));
        assertThat(denial()).isEqualTo(Decision.Reason.LOCKED);
    }

    @Test
    void settlingEndsNoLease() {
        PendingAdmission first = enter();
        first.settle(answer(204));
        assertThat(denial()).isEqualTo(Decision.Reason.CONCURRENCY_LIMITED);
        first.end();
        assertThat(denial()).isNull();
    }

    @Test
    void endingAgainChangesNothing() {
        PendingAdmission first = enter();
        first.end(answer(401));
        first.end(answer(401));
        first.end();
        assertThat(denial()).isNull();
        fail();
        assertThat(denial()).isEqualTo(Decision.Reason.LOCKED);
    }

    @Test
    void whoHoldsNothingHasNothingToEnd() {
        PendingAdmission other = Entering.of(guard).enter(new TestCall("GET", "/other"), Position.FIRST);
        assertThat(other.holdsAnything()).isFalse();
        assertThat(other.isWaiting()).isFalse();
    }

    /** An error page may make 302 of a 401 that was sent, before all attempts of the request can be settled. */
    @Test
    void aFailureThatShowsStaysOne() {
        try (Guard two = GuardBuilder.create()
                .timeSource(new ManualTimeSource())
                .property("lockout.login.path", "/login")
                .property("lockout.login.key", "param:u")
                .property("lockout.login.steps", "1/1h lock 15m")
                .property("lockout.login.failure", "status:401")
                .property("lockout.other.path", "/login")
                .property("lockout.other.steps", "9/1h lock 15m")
                .property("lockout.other.failure", "attribute:never")
                .build()) {
            PendingAdmission attempt = Entering.of(two).enter(call, Position.FIRST);
            attempt.settle(answer(401));
            attempt.end(answer(302));
            assertThat(Entering.of(two).enter(call, Position.FIRST).decision().reason())
                    .isEqualTo(Decision.Reason.LOCKED);
        }
    }

    /** A bean's limit in front of the check that the request's own attempt is about, and one behind it. */
    @Test
    void onlyADenialInFrontOfTheCheckIsNone() {
        try (Guard told = GuardBuilder.create()
                .timeSource(new ManualTimeSource())
                .property("lockout.login.path", "/login")
                .property("lockout.login.key", "param:u")
                .property("lockout.login.steps", "1/1h lock 15m")
                .property("lockout.login.failure", "status:429")
                .property("limit.login.rate", "1/1h")
                .property("limit.login.key", "param:u")
                .property("limit.login.perIp", "none")
                .build()) {
            PendingAdmission request = Entering.of(told).enter(call, Position.FIRST);
            TestCall bean = new TestCall("POST", "/login")
                    .param("u", "bob")
                    .attribute(PendingAdmission.ADMISSIONS, List.of(request));
            Set<String> rules = Set.of("login");
            Entering.of(told).enter(rules, bean).end();
            Decision denial = Entering.of(told).enter(rules, bean).decision();
            request.end(denied(denial));
            assertThat(told.lockouts("login").state(told.keyFor("login", call)).failures())
                    .isZero();
            Entering.of(told).enter(call, Position.FIRST).end(denied(denial));
            assertThat(Entering.of(told).enter(call, Position.FIRST).decision().reason())
                    .isEqualTo(Decision.Reason.LOCKED);
        }
    }

    private CallOutcome denied(Decision decision) {
        assertThat(decision.allowed()).isFalse();
        RateLimitExceededException thrown = new RateLimitExceededException((Decision.Denied) decision);
        return new CallOutcome(
                OptionalInt.of(429),
                CallOutcome.Answer.NONE,
                Optional.of(new IllegalStateException(thrown)),
                false,
                false,
                call);
    }
}
