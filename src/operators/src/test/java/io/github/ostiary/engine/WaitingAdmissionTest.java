package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call waits until others leave or its slot comes, and then it is one that holds something or one that does not. */
class WaitingAdmissionTest extends SteppedGuard {

    private static final String[] RULES = {
        "concurrency.one.path=/one",
        "concurrency.one.permits=1",
        "concurrency.one.wait=1m",
        "concurrency.one.lease=2s",
        "limit.slow.path=/slow",
        "limit.slow.algorithm=leaky-bucket",
        "limit.slow.rate=1/3s",
        "limit.slow.wait=20s",
        "concurrency.short.path=/slow",
        "concurrency.short.permits=1",
        "concurrency.short.lease=1s",
        "limit.paced.path=/both",
        "limit.paced.algorithm=leaky-bucket",
        "limit.paced.rate=1/10s",
        "limit.paced.wait=20s",
        "concurrency.both.path=/both",
        "concurrency.both.permits=1",
        "concurrency.both.wait=5s",
        "concurrency.both.lease=1s",
        "concurrency.brief.path=/brief",
        "concurrency.brief.permits=1",
        "limit.earlier.path=/two",
        "limit.earlier.algorithm=leaky-bucket",
        "limit.earlier.rate=1/3s",
        "limit.earlier.wait=20s",
        "limit.later.path=/two",
        "limit.later.algorithm=leaky-bucket",
        "limit.later.rate=1/9s",
        "limit.later.wait=20s",
        "limit.shy.path=/shy",
        "limit.shy.algorithm=leaky-bucket",
        "limit.shy.rate=1/9s",
        "limit.shy.wait=20s",
        "limit.shy.enforce=false",
        "limit.counting.path=/counted",
        "limit.counting.rate=5/1h",
        "limit.counting.countDenied=true",
        "concurrency.counted.path=/counted",
        "concurrency.counted.permits=1",
        "concurrency.counted.wait=1m",
        "lockout.login.path=/login",
        "lockout.login.key=param:u",
        "lockout.login.steps=2/1h lock 15m",
        "lockout.login.failure=status:401",
        "lockout.login.success=status:204",
        "concurrency.bean.permits=1",
        "concurrency.bean.key=param:x",
        "concurrency.bean.perIp=none",
        "concurrency.bean.wait=1m"
    };

    @BeforeEach
    void begin() {
        given(RULES);
    }

    @Test
    void itIsLetInWhenAnotherLeaves() throws InterruptedException {
        PendingAdmission first = enter("/one");
        PendingAdmission second = enter("/one");
        List<String> done = new ArrayList<>();
        second.whenReady(() -> done.add("ready"));
        assertThat(second).isInstanceOf(WaitingAdmission.class);
        assertThat(second.isWaiting()).isTrue();
        assertThat(second.holdsAnything()).as("it must end").isTrue();
        assertThat(second.decision().reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
        long begun = clock.now();
        clock.after(5 * SECOND, first::end);
        second.await();
        assertThat(clock.now() - begun).as("at once").isEqualTo(5 * SECOND);
        assertThat(done).containsExactly("ready");
        assertThat(second.isWaiting()).isFalse();
        assertThat(second.decision().allowed()).isTrue();
        assertThat(second.holdsAnything()).isTrue();
        assertThat(second.holdsAttempt()).isFalse();
        second.end();
        assertThat(enter("/one")).isInstanceOf(HoldingAdmission.class);
        assertThat(figures("concurrency.one").allowed()).isEqualTo(3);
        assertThat(figures("concurrency.one").deniedInAll()).isZero();
    }

    @Test
    void itWaitsNoLongerThanItsRuleSays() throws InterruptedException {
        enter("/one");
        PendingAdmission second = enter("/one");
        long begun = clock.now();
        second.await();
        assertThat(clock.now() - begun).isEqualTo(60 * SECOND);
        assertThat(second.isWaiting()).isFalse();
        assertThat(second.decision().reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
        assertThat(second.holdsAnything()).isFalse();
        assertThat(figures("concurrency.one").deniedInAll()).isEqualTo(1);
    }

    @Test
    void itsPermitIsRenewedOnceItIsLetIn() {
        PendingAdmission first = enter("/one");
        PendingAdmission second = enter("/one");
        first.end();
        clock.pass(10 * SECOND);
        assertThat(second.decision().allowed()).isTrue();
        assertThat(isFree("one")).as("its lease is two seconds long").isFalse();
        second.unattended();
        clock.pass(3 * SECOND);
        assertThat(isFree("one")).as("its caller has left").isTrue();
    }

    @Test
    void whoeverGivesUpHoldsNothingAndIsInNobodysWay() {
        PendingAdmission first = enter("/one");
        PendingAdmission second = enter("/one");
        second.giveUp();
        second.giveUp();
        assertThat(second.isWaiting()).isFalse();
        assertThat(second.decision().allowed()).isFalse();
        assertThat(second.holdsAnything()).isFalse();
        assertThat(figures("concurrency.one").deniedInAll()).as("counted once").isEqualTo(1);
        first.end();
        second.end();
        assertThat(enter("/one").decision().allowed()).isTrue();
    }

    @Test
    void howeverItEndsItWaitsNoMore() {
        PendingAdmission first = enter("/one");
        List<PendingAdmission> others = List.of(enter("/one"), enter("/one"), enter("/one"));
        others.get(0).end();
        others.get(1).end(answered(200, get("/one")));
        others.get(2).leave();
        assertThat(others).noneMatch(PendingAdmission::isWaiting);
        first.end();
        clock.pass(SECOND);
        assertThat(isFree("one")).isTrue();
    }

    @Test
    void howeverItEndsOnceItIsLetInItGivesItsPermitBack() {
        for (int way = 0; way < 3; way++) {
            PendingAdmission first = enter("/one");
            PendingAdmission second = enter("/one");
            first.end();
            clock.pass(0);
            assertThat(second.decision().allowed()).isTrue();
            switch (way) {
                case 0 -> second.end();
                case 1 -> second.end(answered(200, get("/one")));
                default -> second.leave();
            }
            assertThat(isFree("one")).as("%s", way).isTrue();
        }
    }

    @Test
    void oneThatIsInterruptedGivesUp() {
        PendingAdmission first = enter("/one");
        PendingAdmission second = enter("/one");
        clock.after(SECOND, () -> Thread.currentThread().interrupt());
        assertThatThrownBy(second::await).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(second.isWaiting()).isFalse();
        first.end();
        clock.pass(SECOND);
        assertThat(second.decision().allowed()).isFalse();
        assertThat(isFree("one")).isTrue();
    }

    @Test
    void oneThatIsInterruptedWhileItIsLetInGoesOn() throws InterruptedException {
        PendingAdmission first = enter("/one");
        PendingAdmission second = enter("/one");
        clock.after(SECOND, () -> {
            first.end();
            clock.pass(0);
            Thread.currentThread().interrupt();
        });
        second.await();
        assertThat(Thread.interrupted()).as("it stays interrupted").isTrue();
        assertThat(second.decision().allowed()).isTrue();
        assertThat(isFree("one")).isFalse();
    }

    @Test
    void whoeverGivesUpASlotGivesAllBackThatWasGranted() {
        enter("/slow").end();
        PendingAdmission second = enter("/slow");
        assertThat(second.isWaiting()).isTrue();
        List<GuardedAdmission> held = new ArrayList<>();
        ((GuardedAdmission) second).whenHolding(held::add);
        assertThat(held).hasSize(1);
        second.giveUp();
        assertThat(second.decision().reason()).isEqualTo(Reason.BUSY);
        assertThat(isFree("short", get("/slow"))).isTrue();
        assertThat(held.get(0).renew(tiers)).as("no lease comes back").isFalse();
        assertThat(engine.limiter("slow")
                        .peek(engine.keyFor("slow", get("/slow")))
                        .retryAfter())
                .contains(Duration.ofSeconds(3));
    }

    @Test
    void itsLeaseIsRenewedWhileItsSlotIsAhead() throws InterruptedException {
        enter("/slow").end();
        PendingAdmission second = enter("/slow");
        assertThat(second.isWaiting()).isTrue();
        clock.pass(2 * SECOND);
        assertThat(second.isWaiting()).isTrue();
        assertThat(isFree("short", get("/slow"))).isFalse();
        long begun = clock.now();
        second.await();
        assertThat(clock.now() - begun).as("until its slot comes").isEqualTo(SECOND);
        assertThat(second.decision().allowed()).isTrue();
        second.end();
        assertThat(isFree("short", get("/slow"))).isTrue();
    }

    @Test
    void onceOthersHaveLeftItsSlotMustStillCome() throws InterruptedException {
        PendingAdmission first = enter("/both");
        PendingAdmission second = enter("/both");
        long begun = clock.now();
        clock.after(SECOND, first::end);
        second.await();
        assertThat(second.decision().allowed()).isTrue();
        assertThat(clock.now() - begun).isEqualTo(10 * SECOND);
        assertThat(isFree("both")).as("its lease was renewed meanwhile").isFalse();
        second.end();
        assertThat(isFree("both")).isTrue();
    }

    @Test
    void whoeverGivesUpASlotThatWasGrantedLateGivesItBack() {
        PendingAdmission first = enter("/both");
        PendingAdmission second = enter("/both");
        first.end();
        clock.pass(0);
        assertThat(second.isWaiting()).isTrue();
        assertThat(isFree("both")).isFalse();
        second.giveUp();
        assertThat(isFree("both")).isTrue();
        assertThat(engine.limiter("paced")
                        .peek(engine.keyFor("paced", get("/both")))
                        .retryAfter())
                .contains(Duration.ofSeconds(10));
    }

    @Test
    void itAsksAtOnceWhenThatLeavesWhichDeniesIt() {
        enter("/slow").end();
        PendingAdmission first = enter("/slow");
        assertThat(first.isWaiting()).isTrue();
        PendingAdmission second = enter("/both");
        PendingAdmission third = enter("/both");
        second.end();
        clock.pass(0);
        assertThat(isFree("both")).as("granted without delay").isFalse();
        third.end();
    }

    @Test
    void howeverOftenItAsksItIsOneAttempt() {
        PendingAdmission first = enter("/counted");
        PendingAdmission second = enter("/counted");
        clock.pass(10 * SECOND);
        assertThat(used()).as("while it waits").isEqualTo(1);
        second.giveUp();
        second.giveUp();
        assertThat(used()).as("denied for good").isEqualTo(2);
        PendingAdmission third = enter("/counted");
        first.end();
        clock.pass(0);
        assertThat(third.decision().allowed()).isTrue();
        assertThat(used()).as("let in").isEqualTo(3);
        enter("/counted");
        clock.pass(61 * SECOND);
        assertThat(used()).as("denied, when its time was over").isEqualTo(4);
    }

    private long used() {
        return 5
                - engine.limiter("counting")
                        .peek(engine.keyFor("counting", get("/counted")))
                        .remaining()
                        .orElseThrow();
    }

    @Test
    void whatABeanHasDeniedInFrontOfTheCheckSaysNothingAboutTheAttempt() {
        TestCall bob = login("bob").param("x", "x");
        PendingAdmission busy = engine.enter(List.of("bean"), bob);
        PendingAdmission outer = enter(bob);
        PendingAdmission inner = behind(outer, bob, "login", "bean");
        assertThat(inner.isWaiting()).isTrue();
        assertThat(state("login", "bob").inFlight()).as("borrowed").isEqualTo(1);
        inner.giveUp();
        PendingAdmission again = behind(outer, bob, "login");
        assertThat(state("login", "bob").inFlight()).as("given back").isEqualTo(1);
        again.end();
        outer.end(thrown(new RateLimitExceededException((Decision.Denied) inner.decision()), bob));
        assertThat(state("login", "bob").failures()).isZero();
        assertThat(state("login", "bob").inFlight()).isZero();
        for (int i = 0; i < 5; i++) {
            PendingAdmission next = enter(bob);
            PendingAdmission denied = behind(next, bob, "login", "bean");
            denied.giveUp();
            next.end(thrown(new RateLimitExceededException((Decision.Denied) denied.decision()), bob));
        }
        assertThat(state("login", "bob").failures()).as("as often as it likes").isZero();
        busy.end();
    }

    @Test
    void aSlotThatIsGrantedToACallThatHasGivenUpIsGivenBack() {
        enter("/one");
        WaitingAdmission second = (WaitingAdmission) enter("/one");
        second.giveUp();
        assertThat(second.grant((HoldingAdmission) enter("/brief"))).isFalse();
        assertThat(isFree("brief")).isTrue();
    }

    @Test
    void aSlotIsGivenBackHoweverElseTheWaitEnds() {
        enter("/one");
        WaitingAdmission second = (WaitingAdmission) enter("/one");
        assertThat(second.grant((HoldingAdmission) enter("/brief"))).isTrue();
        assertThat(second.become(second.soFar(), second.soFar())).isTrue();
        assertThat(isFree("brief")).isTrue();
    }

    @Test
    void onceItIsLetInItLendsWhatItHolds() {
        PendingAdmission first = enter("/one");
        PendingAdmission second = enter("/one");
        first.end();
        clock.pass(0);
        PendingAdmission inner = behind(second, get("/one"), "one");
        assertThat(inner.isWaiting()).isFalse();
        assertThat(inner.decision().allowed()).isTrue();
    }

    @Test
    void itWaitsAtTheSlotThatLiesFarthestAheadAndAtNoShadows() {
        enter("/two");
        WaitingAdmission second = (WaitingAdmission) enter("/two");
        assertThat(second.soFar().awaited().rule()).isEqualTo("later");
        enter("/shy");
        assertThat(enter("/shy").isWaiting()).isFalse();
    }

    @Test
    void whatItBorrowedIsInUseOnceItIsLetIn() {
        TestCall bob = login("bob").param("x", "x");
        PendingAdmission busy = engine.enter(List.of("bean"), bob);
        PendingAdmission outer = enter(bob);
        PendingAdmission inner = behind(outer, bob, "login", "bean");
        busy.end();
        clock.pass(0);
        assertThat(inner.decision().allowed()).isTrue();
        inner.settle(answering(401, bob));
        assertThat(state("login", "bob").failures()).as("the one attempt").isEqualTo(1);
        inner.end(answered(401, bob));
        outer.end(answered(401, bob));
        assertThat(state("login", "bob").failures()).isEqualTo(1);
    }
}
