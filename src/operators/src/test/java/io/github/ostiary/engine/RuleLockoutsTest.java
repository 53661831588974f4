package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lockout that Java asks: attempts that it begins and ends, and locks by hand. */
class RuleLockoutsTest extends SteppedGuard {

    private static final Key BOB = Key.principal("bob");

    private Lockouts lockouts;

    @BeforeEach
    void begin() {
        given(
                "lockout.login.key=principal",
                "lockout.login.steps=2/1h challenge, 9/1h lock 15m",
                "lockout.login.challenge.verifier=" + VERIFIER,
                "lockout.spread.key=ip",
                "lockout.spread.distinct=param:u",
                "lockout.spread.steps=2/1h lock 15m");
        lockouts = engine.lockouts("login");
    }

    @Test
    void anAttemptEndsAsItsCallerSays() {
        assertThat(lockouts.rule()).isEqualTo("login");
        lockouts.begin(BOB).abandon();
        assertThat(lockouts.state(BOB).failures()).isZero();
        lockouts.begin(BOB).close();
        assertThat(lockouts.state(BOB).failures()).as("left open it has failed").isEqualTo(1);
        lockouts.begin(BOB).succeeded();
        assertThat(lockouts.state(BOB).failures()).isZero();
        lockouts.begin(BOB).failed();
        assertThat(lockouts.begin(get("/").as("bob")).decision().allowed()).isTrue();
        assertThat(lockouts.state(BOB).inFlight()).isEqualTo(1);
    }

    @Test
    void aChallengeIsAnsweredFromJavaToo() {
        lockouts.begin(BOB).failed();
        lockouts.begin(BOB).failed();
        assertThat(lockouts.begin(BOB).decision().reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        Attempt answer = lockouts.beginChallenge(BOB);
        assertThat(answer.decision().allowed()).isTrue();
        answer.succeeded();
        assertThat(lockouts.state(BOB).phase()).isEqualTo(Phase.OPEN);
        assertThat(lockouts.begin(BOB).decision().allowed()).isTrue();
    }

    @Test
    void aKeyHasNoValueThatCouldDiffer() {
        assertThatThrownBy(() -> engine.lockouts("spread").begin(Key.ip("192.0.2.1")))
                .hasMessageContaining("counts different values");
        assertThat(engine.lockouts("spread")
                        .begin(login("bob").from("192.0.2.1"))
                        .decision()
                        .allowed())
                .isTrue();
    }

    @Test
    void aLockByHandLastsFromNothingToAHundredYears() {
        for (Duration none : List.of(
                Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(36_525).plusNanos(1_000))) {
            assertThatThrownBy(() -> lockouts.lock(BOB, none, "")).hasMessageContaining("at most 36525 days");
        }
        lockouts.lock(BOB, Duration.ofNanos(1), "x".repeat(200));
        assertThat(lockouts.state(BOB).phase()).as("a microsecond").isEqualTo(Phase.LOCKED);
        clock.leap(1);
        assertThat(lockouts.state(BOB).phase()).isEqualTo(Phase.OPEN);
        lockouts.lock(BOB, Duration.ofDays(36_525), "");
        assertThat(lockouts.state(BOB).remaining()).hasValue(Duration.ofDays(36_525));
        assertThatThrownBy(() -> lockouts.block(BOB, "x".repeat(201))).hasMessageContaining("at most 200 characters");
        lockouts.block(BOB, "");
        assertThat(lockouts.state(BOB).phase()).isEqualTo(Phase.BLOCKED);
    }

    /** Listeners learn of whom, also where an operator knows no more than the list shows. */
    @Test
    void whoeverIsUnlockedByTheListIsKnown() {
        lockouts.block(BOB, "");
        String identity = lockouts.list(null, 1).keys().get(0).identity();
        lockouts.unlockIdentity(identity);
        assertThat(lockouts.state(BOB).phase()).isEqualTo(Phase.OPEN);
        for (String none : List.of("", "a b", "x".repeat(65), "\u00e4")) {
            assertThatThrownBy(() -> lockouts.unlockIdentity(none)).hasMessageContaining("not an identity");
        }
        engine.close();
        assertThat(heard).extracting(Event::kind).containsExactly(Kind.BLOCKED, Kind.UNLOCKED);
        assertThat(heard).extracting(event -> event.key().orElseThrow()).containsExactly(BOB, BOB);
    }

    @Test
    void aListHasOneToAThousandKeys() {
        for (int none : new int[] {0, -1, 1_001}) {
            assertThatThrownBy(() -> lockouts.list(null, none)).hasMessageContaining("max must be 1 to 1000");
        }
        for (int i = 0; i < 3; i++) {
            lockouts.block(Key.principal("user" + i), "");
        }
        assertThat(lockouts.list(null, 1).keys()).hasSize(1);
        assertThat(lockouts.list(null, 1_000).keys()).hasSize(3);
        assertThat(lockouts.list(null, 1_000).next()).isEmpty();
    }
}
