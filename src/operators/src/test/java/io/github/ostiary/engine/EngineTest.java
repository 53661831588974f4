package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.CallContext;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.GuardListener;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order in which a call is decided, and what operators do with a guard that runs. */
class EngineTest extends SteppedGuard {

    private static final Operator ANN = new Operator("ann", "a test");

    @BeforeEach
    void begin() {
        given(
                "allow.office.ip=192.0.2.0/24",
                "block.bad.path=/bad",
                "block.bad.ip=1.2.3.4",
                "limit.few.path=/few",
                "limit.few.rate=1/1h",
                "limit.few.key=param:x | ip",
                "limit.few.perIp=none",
                "limit.must.path=/must",
                "limit.must.rate=1/1h",
                "limit.must.key=param:x",
                "limit.must.perIp=none",
                "limit.seen.path=/seen",
                "limit.seen.rate=1/1h",
                "limit.seen.enforce=false",
                "limit.net.rate=1/1h",
                "limit.net.key=ip",
                "lockout.login.path=/login",
                "lockout.login.key=param:u",
                "lockout.login.steps=2/1h lock 15m",
                "lockout.login.failure=status:401",
                "lockout.login.success=status:204",
                "concurrency.both.path=/login",
                "concurrency.both.permits=1",
                "concurrency.both.lease=1s");
    }

    @Test
    void aRequestWithoutAPathMeetsNoRule() {
        CallContext nowhere = new CallContext() {};
        assertThat(enter(nowhere)).isSameAs(DecidedAdmission.UNLIMITED);
        assertThat(enter("/other")).isSameAs(DecidedAdmission.UNLIMITED);
    }

    @Test
    void aBlockDeniesBeforeAnythingIsCounted() {
        assertThat(enter("/bad").decision().reason()).isEqualTo(Reason.BLOCKED);
        assertThat(enter(get("/bad").from("1.2.3.5")).decision().allowed()).isTrue();
        assertThat(figures("block.bad").denied()).containsEntry(Reason.BLOCKED, 1L);
    }

    @Test
    void oneThatIsAllowedIsCountedByNoRule() {
        for (int i = 0; i < 3; i++) {
            assertThat(enter(get("/few").from("192.0.2.7")).decision().allowed())
                    .isTrue();
        }
    }

    @Test
    void aCallWhoseKeyCannotBeReadIsRefused() {
        CallContext unreadable = new CallContext() {
            @Override
            public Optional<String> path() {
                return Optional.of("/must");
            }

            @Override
            public List<String> parameters(String name) {
                throw new MalformedCallException("the query cannot be read");
            }
        };
        assertThat(enter(unreadable).decision().reason()).isEqualTo(Reason.MALFORMED);
        assertThat(enter(get("/must").param("x", "1")).decision().allowed()).isTrue();
        assertThat(figures("limit.must").denied()).containsEntry(Reason.MALFORMED, 1L);
    }

    @Test
    void whatOnlyReportsDeniesNobody() {
        assertThat(enter("/seen").decision().shadowed()).isFalse();
        assertThat(enter("/seen").decision().shadowed()).isTrue();
        assertThat(figures("limit.seen").shadowed()).isEqualTo(1);
        assertThat(trial.seen()).singleElement().satisfies(seen -> assertThat(seen.denied())
                .isEqualTo(1));
    }

    @Test
    void aBeanAsksByName() {
        assertThat(engine.enter(List.of("few"), get("/")).decision().allowed()).isTrue();
        assertThat(engine.enter(List.of("few"), get("/")).decision().rule()).isEqualTo("few");
        assertThatThrownBy(() -> engine.enter(List.of("fwe"), get("/"))).hasMessageContaining("few");
    }

    @Test
    void itsKeysAreThoseOfItsRules() {
        TestCall call = get("/few").param("x", "1");
        assertThat(engine.keyFor("few", call)).isEqualTo(Key.part("param:x", "1"));
        assertThat(engine.adopted("net", Key.ip("2001:db8::1")).parts())
                .singleElement()
                .satisfies(
                        part -> assertThat(part.value()).startsWith("2001:db8:").isNotEqualTo("2001:db8::1"));
        engine.require("few");
        assertThatThrownBy(() -> engine.require("fwe")).hasMessageContaining("few");
    }

    @Test
    void whatACallHoldsIsRenewedWhileItIsHeld() {
        PendingAdmission call = enter(login("bob"));
        clock.pass(5 * SECOND);
        assertThat(isFree("both")).isFalse();
        call.end();
        assertThat(isFree("both")).isTrue();
    }

    @Test
    void operatorsLockAndUnlock() {
        Key bob = engine.keyFor("login", login("bob"));
        engine.lock("login", bob, Optional.of(Duration.ofHours(1)), ANN, "a test");
        assertThat(state("login", "bob").phase()).isEqualTo(Phase.LOCKED);
        assertThat(enter(login("bob")).decision().reason()).isEqualTo(Reason.LOCKED);
        engine.unlock("login", bob, ANN, "it was me");
        assertThat(state("login", "bob").phase()).isEqualTo(Phase.OPEN);
        engine.lock("login", bob, Optional.empty(), ANN, "for good");
        assertThat(state("login", "bob").phase()).isEqualTo(Phase.BLOCKED);
        String identity = engine.lockouts("login").list(null, 10).keys().get(0).identity();
        engine.unlockIdentity("login", identity, ANN, "it was me");
        assertThat(state("login", "bob").phase()).isEqualTo(Phase.OPEN);
        Await.until(() -> heard.size() >= 4, Duration.ofSeconds(10));
        assertThat(heard)
                .extracting(Event::kind)
                .containsExactly(Kind.LOCKED, Kind.UNLOCKED, Kind.BLOCKED, Kind.UNLOCKED);
        assertThat(heard.get(1).change()).hasValueSatisfying(change -> {
            assertThat(change.by()).isEqualTo("ann");
            assertThat(change.reason()).isEqualTo("it was me");
        });
    }

    @Test
    void listenersComeAndGo() {
        List<Event> more = Collections.synchronizedList(new ArrayList<>());
        GuardListener listener = more::add;
        events.add(listener);
        enter("/few");
        enter("/few");
        Await.until(() -> heard.size() + more.size() == 2, Duration.ofSeconds(10));
        events.remove(listener);
        enter("/few");
        Await.until(() -> heard.size() == 2, Duration.ofSeconds(10));
        assertThat(more).hasSize(1);
    }

    @Test
    void otherRulesDecideAndWhatWasHandedOutFollows() {
        var handed = engine.limiter("few");
        Engine next = engine(tiers, 10, "limit.few.path=/few", "limit.few.rate=5/1h", "limit.few.key=ip");
        assertThat(engine.missing(next.inForce())).isEmpty();
        engine.replace(next.inForce());
        assertThat(engine.inForce()).isSameAs(next.inForce());
        for (int i = 0; i < 5; i++) {
            assertThat(enter("/few").decision().allowed()).isTrue();
        }
        assertThat(enter("/bad").decision().allowed()).isTrue();
        assertThat(handed.tryAcquire(engine.keyFor("few", get("/few"))).allowed())
                .as("five are spent")
                .isFalse();
        Engine none = engine(tiers, 10, "limit.other.path=/few", "limit.other.rate=5/1h");
        assertThat(engine.missing(none.inForce())).singleElement().asString().contains("few");
        assertThatThrownBy(() -> engine.replace(none.inForce())).isInstanceOf(IllegalArgumentException.class);
        next.close();
        none.close();
    }

    @Test
    void aRuleOfABeanIsAddedUnlessItsNameIsTaken() {
        engine.add(Rules.limit("late", List.of(Limits.of(Algorithm.FIXED_WINDOW, "1/1h"))));
        engine.add(Rules.limit("late", List.of()));
        assertThat(engine.enter(List.of("late"), get("/")).decision().allowed()).isTrue();
        assertThat(engine.enter(List.of("late"), get("/")).decision().rule()).isEqualTo("test");
    }

    @Test
    void whoeverWaitsIsSentHomeWhenItCloses() {
        given("concurrency.one.path=/one", "concurrency.one.permits=1", "concurrency.one.wait=1m");
        enter("/one");
        PendingAdmission second = enter("/one");
        assertThat(second.isWaiting()).isTrue();
        engine.close();
        assertThat(second.isWaiting()).isFalse();
        assertThat(second.decision().allowed()).isFalse();
        assertThat(enter("/one").isWaiting()).as("none waits any more").isFalse();
    }
}
