package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.command.NoVerifier;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.operator.KeyStatus.LockStatus;
import io.github.ostiary.operator.KeyStatus.Teller;
import io.github.ostiary.operator.KeyStatus.Usage;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.SimulatedGuards;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.SteppedClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What operators read of a caller: who says so, the counters, and a lock as far as it can be known. */
class StatusReaderTest {

    private static final long SECOND = 1_000_000;
    private static final Key BOB = Key.principal("bob");

    private final SteppedClock clock = new SteppedClock();
    private final LocalStore data = new LocalStore(10_000, clock.of(0));
    private boolean away;

    /** The data behind a line that can be cut. */
    private final Store store = (Store)
            Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, with) -> {
                if (away
                        && !method.getName().equals("primaries")
                        && !method.getName().equals("close")) {
                    throw new StoreException("away");
                }
                try {
                    return method.invoke(data, with);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });

    private Guard guard;

    private void given(String... lines) {
        Map<String, String> keys = new HashMap<>(Map.of("redis.uri", "redis://127.0.0.1:1"));
        for (String line : lines) {
            String[] pair = line.split("=", 2);
            keys.put(pair[0], pair[1]);
        }
        guard = SimulatedGuards.open(keys, clock.of(0), store);
    }

    @AfterEach
    void close() {
        guard.close();
    }

    private List<KeyStatus> all() {
        return OperatorApi.of(guard).explain(BOB);
    }

    private KeyStatus of(String rule) {
        return OperatorApi.of(guard).explain(rule, BOB).get(0);
    }

    private LockState lock(String rule) {
        return of(rule).lock().orElseThrow().state();
    }

    private void fail(String rule, int times) {
        Lockouts lockouts = guard.lockouts(rule);
        for (int i = 0; i < times; i++) {
            lockouts.begin(BOB).failed();
        }
    }

    /** A denial that this node remembers is its own to tell; of several counters of a rule one is enough. */
    @Test
    void theStoreTellsUnlessThisNodeRemembersADenial() {
        given("limit.api.rate=2/1h, 5/1d", "limit.api.key=principal");
        guard.limiter("api").tryAcquire(BOB);
        assertThat(of("api").outlook().teller()).isEqualTo(Teller.SHARED);
        assertThat(of("api").outlook().admits()).isTrue();
        assertThat(of("api").outlook().retryAfter()).isEmpty();
        guard.limiter("api").tryAcquire(BOB);
        guard.limiter("api").tryAcquire(BOB);
        KeyStatus denied = of("api");
        assertThat(denied.outlook().teller()).isEqualTo(Teller.NEAR);
        assertThat(denied.outlook().admits()).isFalse();
        assertThat(denied.outlook().retryAfter()).hasValue(Duration.ofHours(1));
        assertThat(denied.counters())
                .extracting(Usage::limit, Usage::used)
                .containsExactlyInAnyOrder(tuple(2L, 2L), tuple(5L, 2L));
    }

    @Test
    void whileTheStoreIsAwayEachRuleSaysHowItDecides() {
        given(
                "limit.api.rate=2/1h",
                "limit.api.key=principal",
                "limit.free.rate=2/1h",
                "limit.free.key=principal",
                "limit.free.onStoreFailure=allow",
                "limit.strict.rate=2/1h, 9/1d",
                "limit.strict.key=principal",
                "limit.strict.onStoreFailure=deny",
                "lockout.login.steps=1/1h lock 15m",
                "lockout.login.key=principal");
        away = true;
        guard.limiter("api").tryAcquire(BOB, 2);
        assertThat(all())
                .extracting(KeyStatus::rule, each -> each.outlook().teller(), each -> each.outlook()
                        .admits())
                .containsExactly(
                        tuple("api", Teller.STAND_IN, false),
                        tuple("free", Teller.POLICY, true),
                        tuple("login", Teller.STAND_IN, true),
                        tuple("strict", Teller.POLICY, false));
        assertThat(all())
                .extracting(each -> each.counters().size(), each -> each.lock().isPresent())
                .containsExactly(tuple(1, false), tuple(0, false), tuple(0, true), tuple(0, false));
        assertThat(of("strict").outlook().admits()).isFalse();
        assertThat(of("free").outlook().admits()).isTrue();
        assertThat(of("api").outlook().retryAfter()).hasValue(Duration.ofHours(1));
    }

    /** No step and no age then: only whether it holds, and until when. */
    @Test
    void whileTheStoreIsAwayALockIsKnownByItsAnswer() {
        given(
                "lockout.login.steps=2/1h lock 15m",
                "lockout.login.key=principal",
                "lockout.asking.steps=2/1h challenge, 9/1h lock 15m",
                "lockout.asking.key=principal",
                "lockout.asking.challenge.verifier=" + NoVerifier.class.getName(),
                "lockout.hard.steps=2/1h block",
                "lockout.hard.key=principal",
                "lockout.hard.victimLock=accept");
        away = true;
        for (String rule : List.of("login", "asking", "hard")) {
            assertThat(lock(rule)).isEqualTo(new LockState(Phase.OPEN, Optional.empty(), 0, 0, 0, ""));
            fail(rule, 2);
        }
        assertThat(of("login").lock())
                .hasValue(new LockStatus(
                        new LockState(Phase.LOCKED, Optional.of(Duration.ofMinutes(15)), 0, 0, 0, ""),
                        Optional.empty(),
                        Optional.empty()));
        assertThat(lock("asking")).isEqualTo(new LockState(Phase.CHALLENGED, Optional.empty(), 0, 0, 0, ""));
        assertThat(lock("hard")).isEqualTo(new LockState(Phase.BLOCKED, Optional.empty(), 0, 0, 0, ""));
        assertThat(of("hard").outlook().retryAfter()).isEmpty();
    }

    /** Others in flight are in the way for a moment, and no lock. */
    @Test
    void aBusyKeyIsOpen() {
        given("lockout.login.steps=1/1h lock 15m", "lockout.login.key=principal");
        away = true;
        var attempt = guard.lockouts("login").begin(BOB);
        assertThat(of("login").outlook().admits()).isFalse();
        assertThat(lock("login").phase()).isEqualTo(Phase.OPEN);
        attempt.abandon();
        assertThat(of("login").outlook().admits()).isTrue();
    }

    @Test
    void aLockHasItsAgeAndItsStep() {
        given("lockout.login.steps=2/1h lock 15m", "lockout.login.key=principal");
        fail("login", 1);
        assertThat(of("login").lock())
                .hasValue(new LockStatus(
                        new LockState(Phase.OPEN, Optional.empty(), 1, 0, 0, ""), Optional.empty(), Optional.empty()));
        fail("login", 1);
        clock.leap(60 * SECOND);
        assertThat(of("login").lock()).hasValueSatisfying(lock -> {
            assertThat(lock.age()).hasValue(Duration.ofMinutes(1));
            assertThat(lock.step()).hasValue("2/1h lock 15m");
            assertThat(lock.state().remaining()).hasValue(Duration.ofMinutes(14));
        });
    }

    @Test
    void ofACallerWhomNoRuleCountsNothingIsSaid() {
        given("limit.api.rate=2/1h", "limit.api.key=ip");
        assertThat(all()).isEmpty();
    }
}
