package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What operators change by hand. */
class GuardOperatorApiTest {

    private static final Operator EVE = new Operator("eve", "console 10.0.0.7");
    private static final Key BOB = Key.principal("bob");

    private final Guard guard = GuardBuilder.create()
            .limit("reply", "3/1h")
            .property("lockout.login.key", "principal")
            .property("lockout.login.steps", "3/1m lock 15m")
            .build();
    private final OperatorApi operators = OperatorApi.of(guard);

    @AfterEach
    void close() {
        guard.close();
    }

    @Test
    void locksBlocksAndUnlocks() {
        Lockouts login = guard.lockouts("login");
        operators.lock("login", BOB, Duration.ofHours(1), EVE, "ticket 7");
        LockState locked = login.state(BOB);
        assertThat(locked.phase()).isEqualTo(Phase.LOCKED);
        assertThat(locked.reason()).isEqualTo("ticket 7");
        operators.unlock("login", BOB, EVE, "it was him");
        assertThat(login.state(BOB).phase()).isEqualTo(Phase.OPEN);
        operators.block("login", BOB, EVE, "ticket 8");
        assertThat(login.state(BOB).phase()).isEqualTo(Phase.BLOCKED);
        operators.unlockIdentity("login", login.list(null, 1).keys().get(0).identity(), EVE, "");
        assertThat(login.state(BOB).phase()).isEqualTo(Phase.OPEN);
    }

    /** Beans are declared after the node has begun to follow what operators say. */
    @Test
    void anOverrideReachesARuleThatABeanDeclaresLater() {
        operators.override("enforce", "false", Duration.ofHours(1), EVE, "an incident");
        ((ConfiguredGuard) guard).declare("bean", Map.of("rate", "1/1h", "key", "principal"));
        RateLimiter bean = guard.limiter("bean");
        bean.tryAcquire(BOB);
        assertThat(bean.tryAcquire(BOB).allowed()).isTrue();
    }

    @Test
    void resetsAndCredits() {
        RateLimiter reply = guard.limiter("reply");
        assertThat(reply.tryAcquire(BOB, 3).allowed()).isTrue();
        operators.credit("reply", BOB, 2, EVE, "a slip");
        assertThat(reply.peek(BOB).remaining()).hasValue(2);
        operators.reset("reply", BOB, EVE, "new day");
        assertThat(reply.peek(BOB).remaining()).hasValue(3);
    }

    @Test
    void nothingIsChangedForAReasonThatIsTooLong() {
        String essay = "x".repeat(OperatorApi.LONGEST_REASON + 1);
        assertThatThrownBy(() -> operators.block("login", BOB, EVE, essay)).hasMessageContaining("at most 200");
        assertThat(guard.lockouts("login").state(BOB).phase()).isEqualTo(Phase.OPEN);
        operators.block("login", BOB, EVE, "");
        assertThatThrownBy(() -> operators.unlock("login", BOB, EVE, essay)).hasMessageContaining("at most 200");
        assertThat(guard.lockouts("login").state(BOB).phase()).isEqualTo(Phase.BLOCKED);
        guard.limiter("reply").tryAcquire(BOB);
        assertThatThrownBy(() -> operators.reset("reply", BOB, EVE, essay)).hasMessageContaining("at most 200");
        assertThatThrownBy(() -> operators.credit("reply", BOB, 1, EVE, essay)).hasMessageContaining("at most 200");
        assertThat(guard.limiter("reply").peek(BOB).remaining()).hasValue(2);
    }

    @Test
    void anUnknownRuleIsToldWithTheNearest() {
        assertThatThrownBy(() -> operators.unlock("logn", BOB, EVE, "")).hasMessageContaining("login");
        assertThatThrownBy(() -> operators.reset("repl", BOB, EVE, "")).hasMessageContaining("reply");
    }

    @Test
    void anOperatorsNameIsALine() {
        Operator sneaky = new Operator("eve\r\n2026 root unlocked\u202e", "x".repeat(1_000));
        assertThat(sneaky.name()).isEqualTo("eve  2026 root unlocked");
        assertThat(sneaky.from()).hasSize(Operator.MOST);
        assertThat(new Operator(" \n", "").name()).isEqualTo("nobody");
    }

    @Test
    void somebodyElsesGuardHasNone() {
        Guard foreign = (Guard) Proxy.newProxyInstance(
                Guard.class.getClassLoader(), new Class<?>[] {Guard.class}, (proxy, method, arguments) -> null);
        assertThatThrownBy(() -> OperatorApi.of(foreign)).hasMessageContaining("no guard of Ostiary's own");
    }
}
