package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Lease;
import io.github.ostiary.LockState;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a call holds is lent to one at a time behind it, settled once, and given back once. */
class HoldingAdmissionTest extends SteppedGuard {

    private static final String[] RULES = {
        "lockout.login.path=/login",
        "lockout.login.key=param:u",
        "lockout.login.steps=2/1h lock 15m",
        "lockout.login.failure=status:401",
        "lockout.login.success=status:204",
        "lockout.login.wait=0s",
        "concurrency.one.path=/login",
        "concurrency.one.permits=1",
        "concurrency.brief.path=/brief",
        "concurrency.brief.permits=1",
        "concurrency.brief.lease=1s"
    };

    private PendingAdmission outer;

    @BeforeEach
    void enter() {
        given(RULES);
        outer = enter(login("bob"));
    }

    private PendingAdmission behind(String... rules) {
        return behind(outer, login("bob"), rules);
    }

    private LockState bob() {
        return state("login", "bob");
    }

    @Test
    void whoeverHoldsSomethingIsOfThisKind() {
        assertThat(outer).isInstanceOf(HoldingAdmission.class);
        assertThat(outer.holdsAnything()).isTrue();
        assertThat(outer.holdsAttempt()).isTrue();
        outer.end();
        outer.end();
        PendingAdmission brief = enter("/brief");
        assertThat(brief.holdsAnything()).isTrue();
        assertThat(brief.holdsAttempt()).as("a permit alone").isFalse();
        assertThat(isFree("one")).isTrue();
    }

    @Test
    void itLendsToOneAtATime() {
        PendingAdmission inner = behind("login", "one");
        assertThat(inner.decision().allowed()).isTrue();
        assertThat(inner.holdsAnything()).as("nothing of its own").isFalse();
        assertThat(behind("login", "one").decision().reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
        inner.end();
        assertThat(behind("login", "one").decision().allowed()).isTrue();
    }

    @Test
    void itLendsNothingToAnotherGuard() {
        try (Engine own = engine) {
            given(RULES);
            PendingAdmission first = behind("login", "one");
            assertThat(first.holdsAnything()).isTrue();
            first.end();
        }
    }

    @Test
    void itLendsNoAttemptWhoseEndIsKnown() {
        outer.settle(answering(401, login("bob")));
        PendingAdmission inner = behind("login", "one");
        assertThat(bob().inFlight()).as("another attempt").isEqualTo(1);
        inner.end();
        assertThat(behind("one").decision().allowed()).as("its permit goes on").isTrue();
    }

    @Test
    void itLendsNothingOnceItHasEnded() {
        outer.end(answered(204, login("bob")));
        PendingAdmission inner = behind("login", "one");
        assertThat(inner.holdsAttempt()).isTrue();
        assertThat(isFree("one")).isFalse();
    }

    @Test
    void whoeverUsesItLastReleasesIt() {
        PendingAdmission inner = behind("login", "one");
        outer.end();
        assertThat(isFree("one")).isFalse();
        inner.end();
        assertThat(isFree("one")).isTrue();
    }

    @Test
    void whatIsNotLentAnyMoreIsReleasedByItsHolder() {
        behind("login", "one").end();
        outer.end();
        assertThat(isFree("one")).isTrue();
    }

    @Test
    void aBorrowedPermitIsUsedUntilItsUserEnds() {
        PendingAdmission inner = behind("one");
        inner.settle(answering(200, login("bob")));
        assertThat(behind("one").decision().reason())
                .as("its answer is about to leave, and no more")
                .isEqualTo(Reason.CONCURRENCY_LIMITED);
        inner.end();
        assertThat(behind("one").decision().allowed()).isTrue();
    }

    @Test
    void anAttemptIsSettledOnce() {
        outer.settle(answering(401, login("bob")));
        assertThat(bob().failures()).as("before the answer leaves").isEqualTo(1);
        outer.end(answered(401, login("bob")));
        assertThat(bob().failures()).isEqualTo(1);
        PendingAdmission second = enter(login("bob"));
        assertThat(second.decision().allowed()).isTrue();
        second.end(answered(401, login("bob")));
        assertThat(enter(login("bob")).decision().reason()).isEqualTo(Reason.LOCKED);
    }

    @Test
    void aBorrowedAttemptThatFailsIsSettledBeforeTheAnswerLeaves() {
        PendingAdmission inner = behind("login", "one");
        inner.settle(answering(200, login("bob")));
        assertThat(bob().inFlight()).as("nothing shows").isEqualTo(1);
        inner.settle(answering(401, login("bob")));
        assertThat(bob().failures()).isEqualTo(1);
        assertThat(bob().inFlight()).isZero();
        inner.end(answered(204, login("bob")));
        outer.end(answered(204, login("bob")));
        assertThat(bob().failures()).as("a failure stays one").isEqualTo(1);
    }

    @Test
    void aBorrowedAttemptThatSucceedsIsSettledByItsUser() {
        outer.end(answered(401, login("bob")));
        outer = enter(login("bob"));
        behind("login").end(answered(204, login("bob")));
        assertThat(bob().failures()).as("what was proved clears").isZero();
        outer.end(answered(401, login("bob")));
        assertThat(bob().failures()).as("it has ended already").isZero();
    }

    @Test
    void aStatusThatShowsAFailureIsRememberedWhateverIsAnsweredInTheEnd() {
        outer.answering(401);
        outer.answering(204);
        assertThat(bob().inFlight()).as("nothing is settled yet").isEqualTo(1);
        outer.end(answered(204, login("bob")));
        assertThat(bob().failures()).isEqualTo(1);
    }

    @Test
    void causesThatGoInCirclesAreNoDenialInFrontOfIt() {
        IllegalStateException one = new IllegalStateException("one");
        one.initCause(new IllegalStateException("other", one));
        outer.answering(401);
        outer.end(thrown(one, login("bob")));
        assertThat(bob().failures()).isEqualTo(1);
    }

    @Test
    void aStatusThatShowsNothingIsNotRemembered() {
        outer.answering(404);
        outer.settle(answering(404, login("bob")));
        outer.end(answered(204, login("bob")));
        assertThat(bob().failures()).isZero();
        assertThat(bob().inFlight()).isZero();
    }

    @Test
    void ofACallerWhoHasLeftTheAttemptStaysReserved() {
        outer.leave();
        assertThat(bob().inFlight()).isEqualTo(1);
        outer.end(answered(200, login("bob")));
        assertThat(bob().inFlight()).isEqualTo(1);
        assertThat(isFree("one")).isTrue();
    }

    @Test
    void whoeverLeavesGivesBackWhatWasBorrowed() {
        behind("login", "one").leave();
        assertThat(bob().inFlight()).isEqualTo(1);
        PendingAdmission next = behind("login", "one");
        assertThat(next.decision().allowed()).isTrue();
        assertThat(bob().inFlight()).as("the same attempt").isEqualTo(1);
        next.leave();
        outer.end(answered(401, login("bob")));
        assertThat(bob().failures()).as("its holder knows").isEqualTo(1);
        assertThat(isFree("one")).isTrue();
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
        try (Engine own = engine) {
            given(
                    "lockout.login.path=/login",
                    "lockout.login.key=param:u",
                    "lockout.login.steps=2/1h lock 15m",
                    "lockout.login.failure=attribute:wrong");
            PendingAdmission attempt = enter(login("bob"));
            assertThatThrownBy(() -> attempt.end(outcome)).hasMessage("the session store is away");
            assertThat(bob().inFlight()).isZero();
            assertThat(bob().failures()).isZero();
        }
    }

    @Test
    void whatIsBorrowedIsGivenBackWhereJudgingFails() {
        try (Engine own = engine) {
            given(
                    "lockout.login.path=/login",
                    "lockout.login.key=param:u",
                    "lockout.login.steps=2/1h lock 15m",
                    "lockout.login.failure=status:401",
                    "lockout.login.success=status:204",
                    "lockout.bean.key=param:u",
                    "lockout.bean.steps=2/1h lock 15m",
                    "lockout.bean.failure=attribute:wrong");
            outer = enter(login("bob"));
            PendingAdmission inner = behind("login", "bean");
            CallContext away = new CallContext() {
                @Override
                public Object attribute(String name) {
                    throw new IllegalStateException("the request is gone");
                }
            };
            assertThatThrownBy(() -> inner.end(answered(200, away))).hasMessage("the request is gone");
            assertThat(state("bean", "bob").inFlight()).isZero();
            behind("login").end();
            assertThat(bob().inFlight()).as("the one attempt").isEqualTo(1);
        }
    }

    /** Such as an application's attribute that ends the request while it is read. */
    @Test
    void whoeverEndsItWhileItIsJudgedEndsItOnce() {
        try (Engine own = engine) {
            given(
                    "lockout.login.path=/login",
                    "lockout.login.key=param:u",
                    "lockout.login.steps=9/1h lock 15m",
                    "lockout.login.failure=attribute:wrong");
            outer = enter(login("bob"));
            CallContext ending = new CallContext() {
                @Override
                public Object attribute(String name) {
                    outer.end(answered(200, login("bob")));
                    return "yes";
                }
            };
            outer.end(answered(200, ending));
            assertThat(bob().failures()).isEqualTo(1);
            assertThat(figures("lockout.login")
                            .lockout()
                            .orElseThrow()
                            .attempts()
                            .failed())
                    .isEqualTo(1);
        }
    }

    @Test
    void aLeaseIsRenewedWhileItIsHeld() throws InterruptedException {
        Lease lease = engine.semaphores("brief").tryEnter(engine.keyFor("brief", get("/brief")));
        assertThat(lease.renew()).isTrue();
        Lease denied = engine.semaphores("brief").tryEnter(engine.keyFor("brief", get("/brief")));
        assertThat(denied.renew()).isFalse();
        clock.after(SECOND / 2, lease::close);
        Lease next = engine.semaphores("brief").enter(engine.keyFor("brief", get("/brief")), Duration.ofSeconds(5));
        assertThat(next.granted()).isTrue();
        assertThat(lease.renew()).isFalse();
        assertThat(next.renew()).isTrue();
        next.close();
        assertThat(next.renew()).isFalse();
    }

    @Test
    void whatIsBorrowedAndShowsNothingIsItsLendersToJudge() {
        PendingAdmission inner = behind("login", "one");
        inner.end(answered(200, login("bob")));
        assertThat(bob().inFlight()).isEqualTo(1);
        outer.end(answered(200, login("bob")));
        assertThat(bob().failures()).isEqualTo(1);
    }

    /** Nobody renews it, though the work may still say that it is done. */
    @Test
    void theLeaseOfACallerWhoHasLeftEndsInItsTime() {
        PendingAdmission admission = enter("/brief");
        clock.pass(3 * SECOND);
        assertThat(isFree("brief")).as("renewed").isFalse();
        admission.unattended();
        assertThat(isFree("brief")).isFalse();
        clock.pass(2 * SECOND);
        assertThat(isFree("brief")).isTrue();
        admission.leave();
    }
}
