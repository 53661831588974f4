package io.github.ostiary.scenario;

import static io.github.ostiary.scenario.LockoutsTogetherTest.answered;
import static io.github.ostiary.scenario.LockoutsTogetherTest.login;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is tried is not always who tries. */
class VictimTest {

    private static final String[] USER = {
        "lockout.user.path=/login",
        "lockout.user.key=param:user",
        "lockout.user.failure=status:401",
        "lockout.user.success=status:200",
        "lockout.user.steps=3/1h lock 15m",
        "lockout.user.exempt=recent-success 30d"
    };

    private static final String[] STUFFING = {
        "lockout.net.path=/login",
        "lockout.net.key=ip",
        "lockout.net.distinct=param:user",
        "lockout.net.failure=status:401",
        "lockout.net.success=status:200",
        "lockout.net.steps=5/10m lock 30m"
    };

    private static Decision signIn(Guard guard, String user, String address, boolean correct) {
        CallContext call = login(user, address);
        Admission admission = Entrance.of(guard).enter(call, Position.FIRST);
        if (admission.decision().allowed()) {
            admission.end(answered(correct ? 200 : 401, call));
        }
        return admission.decision();
    }

    /** DOS-01. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void theVictimGetsInFromWhereItSucceededBefore(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, USER)) {
            assertThat(signIn(nodes.node(0), "bob", "1.1.1.1", true).allowed()).isTrue();
            for (int i = 0; i < 3; i++) {
                assertThat(signIn(nodes.node(i), "bob", "6.6.6.6", false).allowed())
                        .isTrue();
            }
            for (int i = 0; i < 2; i++) {
                assertThat(signIn(nodes.node(i), "bob", "6.6.6.6", true).reason())
                        .isEqualTo(Reason.LOCKED);
                assertThat(signIn(nodes.node(i), "bob", "7.7.7.7", true).reason())
                        .isEqualTo(Reason.LOCKED);
                assertThat(signIn(nodes.node(i), "bob", "1.1.1.1", true).allowed())
                        .isTrue();
            }
            for (int i = 0; i < 3; i++) {
                assertThat(signIn(nodes.node(i), "bob", "1.1.1.1", false).allowed())
                        .isTrue();
            }
            assertThat(signIn(nodes.node(0), "bob", "1.1.1.1", true).reason())
                    .as("its own failures use the exemption up")
                    .isEqualTo(Reason.LOCKED);
        }
    }

    /** STUFF-01. */
    @Test
    void fiveNamesFromOneAddressLockItAndRepeatsCountOnce() {
        ManualTimeSource time = new ManualTimeSource();
        try (Nodes nodes = Nodes.local(time, STUFFING)) {
            Guard guard = nodes.node(0);
            for (String name : new String[] {"a", "a", "A ", "b", "c", "d"}) {
                assertThat(signIn(guard, name, "9.9.9.9", false).allowed()).isTrue();
                time.advance(Duration.ofSeconds(1));
            }
            assertThat(guard.lockouts("net").state(Key.ip("9.9.9.9")).failures())
                    .isEqualTo(4);
            time.advance(Duration.ofSeconds(595));
            assertThat(signIn(guard, "e", "9.9.9.9", false).allowed()).isTrue();
            LockState state = guard.lockouts("net").state(Key.ip("9.9.9.9"));
            assertThat(state.phase()).isEqualTo(Phase.LOCKED);
            assertThat(state.remaining()).contains(Duration.ofMinutes(30));
            assertThat(signIn(guard, "a", "9.9.9.9", true).reason()).isEqualTo(Reason.LOCKED);
            assertThat(signIn(guard, "a", "8.8.8.8", true).allowed()).isTrue();
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {1, 2})
    void fiveNamesOnAnyNodes(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, STUFFING)) {
            int node = 0;
            for (String name : new String[] {"a", "a", "A ", "b", "c", "d", "e"}) {
                assertThat(signIn(nodes.node(node++), name, "9.9.9.9", false).allowed())
                        .isTrue();
            }
            assertThat(signIn(nodes.node(0), "f", "9.9.9.9", true).reason()).isEqualTo(Reason.LOCKED);
            assertThat(signIn(nodes.node(1), "f", "9.9.9.9", true).reason()).isEqualTo(Reason.LOCKED);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 2})
    void oneNameTriedFromManyAddressesIsLocked(int onRedis) {
        try (Nodes nodes = Nodes.of(
                onRedis,
                "lockout.user.path=/login",
                "lockout.user.key=param:user",
                "lockout.user.failure=status:401",
                "lockout.user.steps=20/1h lock 15m")) {
            int evaluated = 0;
            for (int i = 0; i < 60; i++) {
                evaluated += signIn(nodes.node(i), i % 2 == 0 ? "bob" : " BOB ", "6.6.6." + i, false)
                                .allowed()
                        ? 1
                        : 0;
            }
            assertThat(evaluated).isEqualTo(20);
        }
    }

    /** New names push nobody out who is locked. */
    @Test
    void aFloodOfNamesIsNoAmnesty() {
        try (Nodes nodes = Nodes.local("maxTrackedKeys=1000", "lockout.user.steps=3/1h lock 15m")) {
            Lockouts user = nodes.node(0).lockouts("user");
            for (int i = 0; i < 3; i++) {
                user.begin(Key.principal("bob")).failed();
            }
            for (int i = 0; i < 3_000; i++) {
                user.begin(Key.principal("flood" + i)).failed();
            }
            assertThat(user.begin(Key.principal("bob")).decision().reason()).isEqualTo(Reason.LOCKED);
        }
    }

    /** Servlets take the first of two names, and many trim: neither may be a way around the name's own count. */
    @ParameterizedTest
    @ValueSource(strings = {"twice", "control"})
    void aNameThatIsUnclearIsNotCountedOnTheAddress(String how) {
        try (Nodes nodes = Nodes.local(USER)) {
            for (int i = 0; i < 5; i++) {
                TestCall call = login(how.equals("twice") ? "bob" : "bo\u0007b", "6.6.6." + i);
                if (how.equals("twice")) {
                    call.param("user", "bob");
                }
                Admission admission = Entrance.of(nodes.node(0)).enter(call, Position.FIRST);
                assertThat(admission.decision().reason()).isEqualTo(Reason.MALFORMED);
                admission.end();
            }
            assertThat(signIn(nodes.node(0), "", "6.6.6.6", false).allowed())
                    .as("an empty field is a slip")
                    .isTrue();
        }
    }

    @Test
    void namesGivenTwiceDoNotCountAsOneAndTheSame() {
        try (Nodes nodes = Nodes.local(STUFFING)) {
            TestCall call = login("a", "9.9.9.9").param("user", "b");
            Admission admission = Entrance.of(nodes.node(0)).enter(call, Position.FIRST);
            assertThat(admission.decision().reason()).isEqualTo(Reason.MALFORMED);
            admission.end();
        }
    }
}
