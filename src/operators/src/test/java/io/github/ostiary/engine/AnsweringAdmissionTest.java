package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.testing.TestCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer waits for its turn, is verified by a thread of its call, and only then the attempt is decided. */
class AnsweringAdmissionTest extends SteppedGuard {

    @BeforeEach
    void begin() {
        given(
                "lockout.login.path=/login",
                "lockout.login.key=param:u+ip",
                "lockout.login.steps=9/1h lock 15m",
                "lockout.login.failure=status:401",
                "lockout.login.success=status:204",
                "lockout.code.path=/code",
                "lockout.code.key=param:u+ip",
                "lockout.code.steps=3/1h challenge, 10/1d lock 15m",
                "lockout.code.failure=status:401",
                "lockout.code.success=status:204",
                "lockout.code.wait=20s",
                "lockout.code.challenge.verifier=" + VERIFIER,
                "lockout.code.challenge.attempts=1",
                "concurrency.one.path=/code",
                "concurrency.one.permits=1",
                "concurrency.one.lease=1s",
                "limit.few.path=/code",
                "limit.few.rate=7/1h");
        for (int i = 0; i < 3; i++) {
            enter(code("")).end(answered(401, code("")));
        }
    }

    private static TestCall code(String answer) {
        TestCall call = new TestCall("POST", "/code").param("u", "bob");
        return answer.isEmpty() ? call : call.param("captcha", answer);
    }

    private LockState bob() {
        return engine.lockouts("code").state(engine.keyFor("code", code("")));
    }

    /** One more call, which arrives while the answer of another is verified, and waits for its turn. */
    private PendingAdmission behindAnother(String first, String second) {
        List<PendingAdmission> waiting = new ArrayList<>();
        whileVerifying = () -> {
            whileVerifying = () -> {};
            waiting.add(enter(code(second)));
        };
        enter(code(first)).end();
        return waiting.get(0);
    }

    @Test
    void withoutAnAnswerTheChallengeStays() {
        PendingAdmission pending = enter(code(""));
        assertThat(pending.decision().reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(pending.isWaiting()).isFalse();
        assertThat(pending.holdsAnything()).isFalse();
        assertThat(verified).isEmpty();
    }

    @Test
    void theRightAnswerLetsTheAttemptIn() {
        PendingAdmission attempt = enter(code("right"));
        assertThat(attempt).isInstanceOf(AnsweringAdmission.class);
        assertThat(attempt.isWaiting()).isFalse();
        assertThat(attempt.decision().allowed()).isTrue();
        assertThat(attempt.holdsAttempt()).isTrue();
        assertThat(verified).containsExactly("right");
        attempt.goOn();
        assertThat(verified).as("asked once").hasSize(1);
        clock.pass(3 * SECOND);
        assertThat(isFree("one")).as("its permit is renewed").isFalse();
        attempt.answering(401);
        attempt.end(answered(204, code("")));
        assertThat(bob().failures()).as("a password that failed").isEqualTo(4);
        assertThat(isFree("one")).isTrue();
    }

    @Test
    void howeverTheAttemptEndsItEndsOnce() {
        List<Consumer<PendingAdmission>> ends = List.of(PendingAdmission::end, PendingAdmission::leave, call -> {
            call.giveUp();
            call.settle(answering(401, code("")));
            call.end();
        });
        for (Consumer<PendingAdmission> end : ends) {
            PendingAdmission attempt = enter(code("right"));
            assertThat(attempt.decision().allowed()).isTrue();
            end.accept(attempt);
            assertThat(isFree("one")).isTrue();
            engine.lockouts("code").unlock(engine.keyFor("code", code("")));
            begin();
        }
    }

    @Test
    void aWrongAnswerIsCountedAndOpensNothing() {
        PendingAdmission attempt = enter(code("wrong"));
        assertThat(attempt.decision().reason()).isEqualTo(Reason.LOCKED);
        assertThat(attempt.holdsAnything()).isFalse();
        assertThat(bob().phase()).isEqualTo(Phase.LOCKED);
        assertThat(bob().inFlight()).isZero();
        assertThat(isFree("one")).isTrue();
        assertThat(figures("lockout.code").denied()).containsEntry(Reason.LOCKED, 1L);
    }

    @Test
    void anAnswerThatCannotBeVerifiedCountsNothing() {
        assertThat(enter(code("broken")).decision().reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(bob().phase()).isEqualTo(Phase.CHALLENGED);
        assertThat(bob().wrongChallenges()).isZero();
        assertThat(enter(code("right")).decision().allowed()).isTrue();
    }

    @Test
    void itIsVerifiedByItsOwnThreadWhenItsTurnComes() {
        PendingAdmission second = behindAnother("broken", "right");
        List<String> told = new ArrayList<>();
        second.whenDecided(() -> told.add("decided"));
        assertThat(second.isWaiting()).isTrue();
        assertThat(second.holdsAnything()).isTrue();
        assertThat(second.decision().allowed()).isFalse();
        clock.pass(SECOND);
        second.whenReady(() -> told.add("ready"));
        assertThat(told).as("its turn has come").containsExactly("ready");
        assertThat(second.isWaiting()).isTrue();
        assertThat(verified).containsExactly("broken");
        second.goOn();
        assertThat(verified).containsExactly("broken", "right");
        assertThat(told).containsExactly("ready", "decided");
        second.whenReady(() -> told.add("ready again"));
        assertThat(told).contains("ready again");
        assertThat(second.decision().allowed()).isTrue();
    }

    @Test
    void itGoesOnOnlyWhenItsTurnComes() {
        List<PendingAdmission> waiting = new ArrayList<>();
        whileVerifying = () -> {
            whileVerifying = () -> {};
            waiting.add(enter(code("right")));
            waiting.get(0).goOn();
        };
        enter(code("broken"));
        assertThat(verified).as("one at a time").containsExactly("broken");
        assertThat(waiting.get(0).isWaiting()).isTrue();
    }

    @Test
    void whoeverAwaitsItAwaitsTheAttempt() throws InterruptedException {
        PendingAdmission second = behindAnother("broken", "right");
        second.await();
        assertThat(second.isWaiting()).isFalse();
        assertThat(second.decision().allowed()).isTrue();
        second.end(answered(204, code("")));
        assertThat(bob().failures()).isZero();
    }

    @Test
    void oneThatIsInterruptedBeforeItsTurnIsNotVerified() {
        PendingAdmission second = behindAnother("broken", "right");
        Thread.currentThread().interrupt();
        assertThatThrownBy(second::await).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(second.isWaiting()).isFalse();
        assertThat(second.decision().allowed()).isFalse();
        assertThat(verified).containsExactly("broken");
        assertThat(enter(code("right")).decision().allowed())
                .as("no other waits for it")
                .isTrue();
    }

    @Test
    void whoeverGivesUpBeforeItsTurnIsDeniedAndHoldsNothing() {
        PendingAdmission second = behindAnother("broken", "right");
        List<String> told = new ArrayList<>();
        second.whenDecided(() -> told.add("decided"));
        second.giveUp();
        second.goOn();
        assertThat(told).containsExactly("decided");
        assertThat(second.isWaiting()).isFalse();
        assertThat(second.decision().reason()).isEqualTo(Reason.BUSY);
        assertThat(second.holdsAnything()).isFalse();
        assertThat(verified).containsExactly("broken");
        assertThat(bob().inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"end", "end with an answer", "leave"})
    void whoeverEndsBeforeItsTurnIsNotVerified(String end) {
        PendingAdmission second = behindAnother("broken", "right");
        ends(second, end);
        assertThat(second.isWaiting()).isFalse();
        assertThat(verified).containsExactly("broken");
        assertThat(enter(code("right")).decision().allowed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"end", "end with an answer", "leave"})
    void whoeverEndsWhileTheAnswerIsVerifiedLeavesNothingBehind(String end) {
        PendingAdmission second = behindAnother("broken", "right");
        clock.pass(SECOND);
        whileVerifying = () -> ends(second, end);
        second.goOn();
        assertThat(verified).containsExactly("broken", "right");
        assertThat(bob().inFlight()).as("no attempt begins").isZero();
        assertThat(bob().failures()).isEqualTo(3);
        assertThat(isFree("one")).isTrue();
    }

    @Test
    void anAttemptThatIsLetInWaitsForItsSlot() throws InterruptedException {
        PendingAdmission outrun = paced("right");
        assertThat(outrun.isWaiting()).isTrue();
        assertThat(outrun.decision().allowed()).as("when it comes").isTrue();
        List<String> told = new ArrayList<>();
        outrun.whenReady(() -> told.add("ready"));
        long begun = clock.now();
        outrun.await();
        assertThat(clock.now() - begun).isEqualTo(10 * SECOND);
        assertThat(told).containsExactly("ready");
        outrun.end();
        PendingAdmission next = paced("right");
        assertThat(next.isWaiting()).isTrue();
        next.giveUp();
        assertThat(next.isWaiting()).isFalse();
        assertThat(next.decision().reason()).isEqualTo(Reason.BUSY);
    }

    /** An attempt at a page that lets in one caller in ten seconds. */
    private PendingAdmission paced(String answer) {
        engine.close();
        given(
                "lockout.code.path=/code",
                "lockout.code.key=param:u+ip",
                "lockout.code.steps=3/1h challenge, 10/1d lock 15m",
                "lockout.code.failure=status:401",
                "lockout.code.success=status:204",
                "lockout.code.challenge.verifier=" + VERIFIER,
                "lockout.code.settle=60s",
                "limit.paced.path=/code",
                "limit.paced.key=param:u+ip",
                "limit.paced.algorithm=leaky-bucket",
                "limit.paced.rate=1/10s",
                "limit.paced.wait=45s");
        for (int i = 0; i < 3; i++) {
            enter(code("")).end(answered(401, code("")));
            clock.pass(10 * SECOND);
        }
        TestCall other = code("");
        engine.limiter("paced").charge(engine.keyFor("paced", other), 1);
        return enter(code(answer));
    }

    private static void ends(PendingAdmission call, String how) {
        switch (how) {
            case "end" -> call.end();
            case "leave" -> call.leave();
            default -> call.end(answered(401, code("")));
        }
    }

    @Test
    void anAnswerIsNotUsedUpWhereItWouldNotHelp() {
        PendingAdmission busy = enter(code("right"));
        assertThat(enter(code("right")).decision().reason())
                .as("no permit is free, and none is waited for")
                .isEqualTo(Reason.CONCURRENCY_LIMITED);
        assertThat(verified).hasSize(1);
        busy.end();
    }

    @Test
    void whatABeanBorrowedIsGivenBackWhenItsAnswerIsWrong() {
        PendingAdmission outer = enter(login("bob"));
        for (String answer : List.of("broken", "wrong")) {
            assertThat(behind(outer, login("bob").param("captcha", answer), "login", "code")
                            .decision()
                            .allowed())
                    .isFalse();
        }
        PendingAdmission inner = behind(outer, login("bob"), "login");
        assertThat(engine.lockouts("login")
                        .state(engine.keyFor("login", login("bob")))
                        .inFlight())
                .as("the one attempt")
                .isEqualTo(1);
        inner.end();
    }
}
