package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallBody;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.testing.SharedStore;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call that gives up while it waits gives back what it was granted, and never what came back by itself meanwhile. */
class GivenUpCallTest extends SteppedGuard {

    private static TestCall call(String key) {
        return get("/mixed").param("x", key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sliding-log", "fixed-window", "sliding-window", "token-bucket", "leaky-bucket"})
    void itGivesBackOnlyWhatStillCounts(String algorithm) {
        given(
                "limit.patient.path=/mixed",
                "limit.patient.algorithm=leaky-bucket",
                "limit.patient.rate=1/20s",
                "limit.patient.wait=25s",
                "limit.beside.path=/mixed",
                "limit.beside.algorithm=" + algorithm,
                "limit.beside.rate=2/4s",
                "limit.beside.perIp=none",
                "limit.beside.key=param:x");
        RateLimiter limiter = engine.limiter("beside");
        Key key = engine.keyFor("beside", call("1"));
        enter(call("0"));
        PendingAdmission early = enter(call("1"));
        assertThat(early.isWaiting()).isTrue();
        assertThat(limiter.peek(key).remaining()).hasValue(1);
        early.giveUp();
        assertThat(limiter.peek(key).remaining()).as("at once").hasValue(2);
        PendingAdmission late = enter(call("1"));
        assertThat(late.isWaiting()).isTrue();
        clock.pass(6 * SECOND);
        assertThat(limiter.tryAcquire(key, 2).allowed()).isTrue();
        late.giveUp();
        assertThat(limiter.tryAcquire(key).allowed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"token-bucket", "leaky-bucket"})
    void aSlotIsFreeUntilItComes(String algorithm) {
        given(
                "limit.patient.path=/slow",
                "limit.patient.algorithm=" + algorithm,
                "limit.patient.rate=1/3s",
                "limit.patient.burst=1",
                "limit.patient.wait=20s");
        enter(get("/slow"));
        PendingAdmission second = enter(get("/slow"));
        clock.pass(2 * SECOND);
        second.giveUp();
        PendingAdmission third = enter(get("/slow"));
        clock.pass(SECOND);
        assertThat(third.isWaiting()).as("the slot of the second").isFalse();
        assertThat(third.decision().allowed()).isTrue();
    }

    @Test
    void whoNeverWaitsIsToldWhenItsSlotWouldHaveCome() {
        given(
                "limit.patient.path=/slow",
                "limit.patient.algorithm=leaky-bucket",
                "limit.patient.rate=1/20s",
                "limit.patient.wait=60s");
        assertThat(atOnce()).isNull();
        assertThat(atOnce()).hasSeconds(20);
        clock.pass(5 * SECOND);
        assertThat(atOnce()).hasSeconds(15);
        PendingAdmission waiting = enter(get("/slow"));
        clock.pass(5 * SECOND);
        waiting.giveUp();
        assertThat(waiting.decision().retryAfter()).contains(Duration.ofSeconds(10));
        clock.pass(10 * SECOND);
        assertThat(atOnce()).as("what was given up is free").isNull();
    }

    /** What an edge that never waits is told; null if it may go on. */
    private @Nullable Duration atOnce() {
        return engine.call(
                get("/slow"), Position.FIRST, new MetRules(), new CallBody<@Nullable Duration, RuntimeException>() {
                    @Override
                    public @Nullable Duration admitted(Admission admission) {
                        admission.end();
                        return null;
                    }

                    @Override
                    public @Nullable Duration denied(Decision.Denied denied) {
                        assertThat(denied.reason()).isEqualTo(Decision.Reason.BUSY);
                        return denied.retryAfter().orElseThrow();
                    }

                    @Override
                    public @Nullable Duration waiting(AwaitedTurn turn) {
                        return turn.giveUp(this);
                    }
                });
    }

    /** Redis has never had it, and may answer again by now. */
    @Test
    void whatTheStandInGrantedIsNoQuestionToTheStore() {
        SharedStore store = sharedStore();
        engine = engine(tiers, 100, "limit.slots.rate=1/3s", "limit.slots.algorithm=leaky-bucket");
        RateLimiter limiter = engine.limiter("slots");
        Key bob = Key.principal("bob");
        store.away = true;
        assertThat(limiter.tryAcquire(bob).degraded()).isTrue();
        clock.after(SECOND, () -> {
            store.away = false;
            store.questions = 0;
            Thread.currentThread().interrupt();
        });
        assertThatThrownBy(() -> limiter.acquire(bob, 1, Duration.ofMinutes(1)))
                .isInstanceOf(InterruptedException.class);
        assertThat(store.questions).isZero();
    }
}
