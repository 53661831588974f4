package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several lockouts, a limit and a concurrency rule that one sign-in meets: all or nothing, once before and once after. */
class LockoutsTogetherTest {

    private static final String[] RULES = {
        "lockout.pair.path=/login",
        "lockout.pair.key=param:user+ip",
        "lockout.pair.failure=status:401",
        "lockout.pair.success=status:200",
        "lockout.pair.steps=3/1m lock 5m",
        "lockout.user.path=/login",
        "lockout.user.key=param:user",
        "lockout.user.failure=status:401",
        "lockout.user.success=status:200",
        "lockout.user.steps=5/1h lock 1h",
        "lockout.net.path=/login",
        "lockout.net.key=ip",
        "lockout.net.distinct=param:user",
        "lockout.net.failure=status:401",
        "lockout.net.success=status:200",
        "lockout.net.steps=4/10m lock 30m"
    };

    private static String[] rules(String... more) {
        List<String> all = new ArrayList<>(Arrays.asList(RULES));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    static TestCall login(String user, String address) {
        return new TestCall("POST", "/login").from(address).param("user", user);
    }

    static CallOutcome answered(int status, CallContext call) {
        return new CallOutcome(OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call);
    }

    private static Decision signIn(Guard guard, CallContext call, int status) {
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        if (admission.decision().allowed()) {
            admission.end(answered(status, call));
        }
        return admission.decision();
    }

    private static LockState state(Guard guard, String rule, CallContext call) {
        return guard.lockouts(rule).state(guard.keyFor(rule, call));
    }

    @Test
    void aSignInCostsOneCallBeforeAndOneAfter() throws Exception {
        try (RedisServer server = RedisServer.start();
                Nodes nodes = Nodes.redis(
                        1,
                        server.uri(),
                        rules(
                                "limit.posts.rate=100/1m",
                                "limit.posts.path=/*",
                                "concurrency.c.permits=5",
                                "concurrency.c.path=/*"))) {
            Guard guard = nodes.node(0);
            assertThat(signIn(guard, login("warm", "9.9.9.9"), 200).allowed()).isTrue();
            for (int status : new int[] {200, 401, 401, 401}) {
                long before = server.decidingCalls();
                assertThat(signIn(guard, login("bob", "6.6.6.6"), status).degraded())
                        .isFalse();
                assertThat(server.decidingCalls() - before)
                        .as("status " + status)
                        .isEqualTo(2);
            }
            long before = server.decidingCalls();
            for (int i = 0; i < 100; i++) {
                assertThat(signIn(guard, login("bob", "6.6.6.6"), 200).reason()).isEqualTo(Reason.LOCKED);
            }
            assertThat(server.decidingCalls() - before).as("locked").isLessThanOrEqualTo(1);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 2})
    void allAreReservedOrNone(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            Guard guard = nodes.node(0);
            CallContext bob = login("bob", "6.6.6.6");
            Admission admission = Entering.of(nodes.node(1)).enter(bob, Position.FIRST);
            for (String rule : List.of("pair", "user", "net")) {
                assertThat(state(guard, rule, bob).inFlight()).as(rule).isEqualTo(1);
            }
            admission.end();
            for (int i = 0; i < 3; i++) {
                assertThat(signIn(nodes.node(i), bob, 401).allowed()).isTrue();
            }
            Decision locked = signIn(guard, bob, 200);
            assertThat(locked.rule()).isEqualTo("pair");
            for (String rule : List.of("pair", "user", "net")) {
                assertThat(state(guard, rule, bob).inFlight()).as(rule).isZero();
            }
            assertThat(state(guard, "user", bob).failures()).isEqualTo(3);
            assertThat(state(guard, "net", bob).failures()).as("one name").isEqualTo(1);
            assertThat(signIn(guard, login("bob", "7.7.7.7"), 401).allowed()).isTrue();
            assertThat(signIn(guard, login("bob", "7.7.7.7"), 401).allowed()).isTrue();
            Decision both = signIn(guard, bob, 200);
            assertThat(both.rule()).as("the one that takes longest is told").isEqualTo("user");
            assertThat(both.retryAfter().orElseThrow()).isGreaterThan(Duration.ofMinutes(59));
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aDeniedLimitLeavesNothingBehindAndALockSpendsNoPermit(int onRedis) {
        try (Nodes nodes = Nodes.of(
                onRedis,
                rules(
                        "limit.posts.rate=5/1h",
                        "limit.posts.path=/*",
                        "limit.posts.key=ip",
                        "concurrency.c.permits=1",
                        "concurrency.c.path=/*",
                        "concurrency.c.key=ip"))) {
            Guard guard = nodes.node(0);
            CallContext bob = login("bob", "6.6.6.6");
            Key address = Key.ip("6.6.6.6");
            for (int i = 0; i < 3; i++) {
                signIn(guard, bob, 401);
            }
            for (int i = 0; i < 5; i++) {
                assertThat(signIn(guard, bob, 401).reason()).isEqualTo(Reason.LOCKED);
            }
            assertThat(guard.limiter("posts").peek(address).remaining()).hasValue(2);
            CallContext amy = login("amy", "6.6.6.6");
            signIn(guard, amy, 200);
            signIn(guard, amy, 200);
            Decision limited = signIn(guard, amy, 200);
            assertThat(limited.reason()).isEqualTo(Reason.RATE_LIMITED);
            assertThat(state(guard, "user", amy).inFlight()).isZero();
            try (Lease lease = guard.semaphores("c").tryEnter(address)) {
                assertThat(lease.granted()).isTrue();
                Decision all = signIn(guard, bob, 200);
                assertThat(all.reason())
                        .as("a lock before a limit before a concurrency")
                        .isEqualTo(Reason.LOCKED);
                assertThat(signIn(guard, amy, 200).reason()).isEqualTo(Reason.RATE_LIMITED);
            }
        }
    }

    @Test
    void theLongestWaitIsTold() {
        try (Nodes nodes = Nodes.local("lockout.a.key=ip", "lockout.a.steps=1/1m lock 5m", "limit.a.rate=1/1h")) {
            Guard guard = nodes.node(0);
            CallContext bob = login("bob", "6.6.6.6");
            guard.lockouts("a").begin(bob).failed();
            guard.limiter("a").tryAcquire(Key.ip("6.6.6.6"));
            Decision both = Entering.of(guard).enter(List.of("a"), bob).decision();
            assertThat(both.reason()).isEqualTo(Reason.LOCKED);
            assertThat(both.retryAfter().orElseThrow()).isGreaterThan(Duration.ofMinutes(59));
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aBlockComesBeforeALockAndALockBeforeAChallenge(int onRedis) {
        try (Nodes nodes = Nodes.of(
                onRedis,
                "lockout.a.key=param:user",
                "lockout.a.steps=1/1m challenge",
                "lockout.b.key=ip",
                "lockout.b.steps=3/1m lock 5m",
                "lockout.c.key=param:user + ip",
                "lockout.c.steps=4/1m lock 1m")) {
            Guard guard = nodes.node(0);
            CallContext bob = login("bob", "6.6.6.6");
            guard.lockouts("a").begin(bob).failed();
            List<String> all = List.of("a", "b", "c");
            assertThat(Entering.of(guard).enter(all, bob).decision().reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
            guard.lockouts("b").lock(Key.ip("6.6.6.6"), Duration.ofMinutes(5), "");
            Decision locked = Entering.of(guard).enter(all, bob).decision();
            assertThat(locked.reason()).isEqualTo(Reason.LOCKED);
            assertThat(locked.rule()).isEqualTo("b");
            guard.lockouts("c").block(guard.keyFor("c", bob), "");
            assertThat(Entering.of(guard).enter(all, bob).decision().reason()).isEqualTo(Reason.BLOCKED);
            assertThat(Entering.of(guard).enter(all, bob).decision().retryAfter())
                    .isEmpty();
        }
    }

    /** An attacker's own login must not clear an address that stands in for a missing name. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void anAddressThatStandsInForANameIsClearedByNobody(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, "lockout.a.key=principal | ip", "lockout.a.steps=3/1h lock 5m")) {
            Lockouts lockouts = nodes.node(0).lockouts("a");
            for (int i = 0; i < 2; i++) {
                lockouts.begin(Key.ip("6.6.6.6")).failed();
                lockouts.begin(Key.principal("bob")).failed();
            }
            lockouts.begin(Key.ip("6.6.6.6")).succeeded();
            lockouts.begin(Key.principal("bob")).succeeded();
            lockouts.begin(Key.ip("6.6.6.6")).failed();
            lockouts.begin(Key.principal("bob")).failed();
            assertThat(lockouts.state(Key.ip("6.6.6.6")).phase()).isEqualTo(Phase.LOCKED);
            assertThat(lockouts.state(Key.principal("bob")).phase()).isEqualTo(Phase.OPEN);
        }
    }

    /** Many passwords in one request are many attempts: what the filter reserved is lent for one. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void whatTheRequestHoldsServesOneAttemptBehindIt(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, rules())) {
            Guard guard = nodes.node(0);
            TestCall call = login("bob", "1.1.1.1");
            Admission request = Entering.of(guard).enter(call, Position.FIRST);
            call.attribute(Admission.ADMISSIONS, List.of(request));
            for (int i = 0; i < 3; i++) {
                Admission bean = Entering.of(guard).enter(List.of("pair"), call);
                assertThat(bean.decision().allowed()).isTrue();
                bean.end(i == 0 ? answered(500, call) : answered(401, call));
            }
            assertThat(state(guard, "pair", call).failures()).isEqualTo(2);
            Admission beside = Entering.of(guard).enter(List.of("pair"), call);
            assertThat(beside.decision().allowed()).isTrue();
            beside.end(answered(401, call));
            request.end();
            assertThat(Entering.of(guard)
                            .enter(List.of("pair"), call)
                            .decision()
                            .reason())
                    .isEqualTo(Reason.LOCKED);
        }
    }

    /** A bean's promise may outlive the request: its permit is not free before both have ended. */
    @Test
    void aBorrowedLeaseIsReleasedByWhoeverEndsLast() {
        try (Nodes nodes =
                Nodes.local("concurrency.c.permits=1", "concurrency.c.path=/*", "concurrency.c.key=principal")) {
            Guard guard = nodes.node(0);
            TestCall call = new TestCall("GET", "/export").as("bob");
            Admission request = Entering.of(guard).enter(call, Position.FIRST);
            call.attribute(Admission.ADMISSIONS, List.of(request));
            Admission bean = Entering.of(guard).enter(List.of("c"), call);
            assertThat(bean.decision().allowed()).isTrue();
            request.end();
            assertThat(guard.semaphores("c").tryEnter(Key.principal("bob")).granted())
                    .isFalse();
            bean.end();
            assertThat(guard.semaphores("c").tryEnter(Key.principal("bob")).granted())
                    .isTrue();
        }
    }
}
