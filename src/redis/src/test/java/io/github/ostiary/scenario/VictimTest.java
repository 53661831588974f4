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
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.Arrays;
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
        PendingAdmission admission = Entering.of(guard).enter(call, Position.FIRST);
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
                PendingAdmission admission = Entering.of(nodes.node(0)).enter(call, Position.FIRST);
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
            PendingAdmission admission = Entering.of(nodes.node(0)).enter(call, Position.FIRST);
            assertThat(admission.decision().reason()).isEqualTo(Reason.MALFORMED);
            admission.end();
        }
    }

    private static final String[] ACCOUNT = {
        "lockout.account.path=/login",
        "lockout.account.key=param:user",
        "lockout.account.failure=status:401",
        "lockout.account.success=status:200",
        "lockout.account.steps=10/1d challenge, 100/1d lock 1h",
        "lockout.account.challenge.verifier=com.example.Captcha"
    };

    private static Decision answer(Guard guard, String address, String captcha, boolean correct) {
        CallContext call = login("bob", address).param("captcha", captcha);
        PendingAdmission admission = Entering.of(guard).enter(call, Position.FIRST);
        admission.awaitDecision();
        admission.end(answered(correct ? 200 : 401, call));
        return admission.decision();
    }

    /** DOS-02: thirteen requests every five minutes shut bob out, as long as three wrong captchas locked his name. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void wrongCaptchasOfOthersShutNoOwnerOut(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, ACCOUNT)) {
            for (int i = 0; i < 10; i++) {
                assertThat(signIn(nodes.node(i), "bob", "6.6.6." + i, false).allowed())
                        .isTrue();
            }
            for (int i = 0; i < 30; i++) {
                assertThat(answer(nodes.node(i), "6.6.6." + i, "garbage", false).reason())
                        .isEqualTo(Reason.CHALLENGE_REQUIRED);
            }
            assertThat(answer(nodes.node(0), "9.9.9.9", "right", true).allowed())
                    .isTrue();
            assertThat(nodes.node(0).lockouts("account").state(bob(nodes)).phase())
                    .isEqualTo(Phase.OPEN);
        }
    }

    private static Key bob(Nodes nodes) {
        return nodes.node(0).keyFor("account", login("bob", "9.9.9.9"));
    }

    /** Answers that are being verified, however many and however long, keep no owner's answer waiting. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void answersOfOthersKeepNoOwnerWaiting(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, ACCOUNT)) {
            Lockouts account = nodes.node(0).lockouts("account");
            for (int i = 0; i < 10; i++) {
                account.begin(bob(nodes)).failed();
            }
            for (int i = 0; i < 100; i++) {
                assertThat(account.beginChallenge(bob(nodes)).allowed()).isTrue();
            }
            assertThat(answer(nodes.node(0), "9.9.9.9", "right", true).allowed())
                    .isTrue();
        }
    }

    @Test
    void whoAcceptsItLocksVictimsByWrongCaptchas() {
        String[] accepted = Arrays.copyOf(ACCOUNT, ACCOUNT.length + 2);
        accepted[ACCOUNT.length] = "lockout.account.challenge.lock=5m";
        accepted[ACCOUNT.length + 1] = "lockout.account.victimLock=accept";
        try (Nodes nodes = Nodes.local(accepted)) {
            for (int i = 0; i < 10; i++) {
                signIn(nodes.node(0), "bob", "6.6.6." + i, false);
            }
            for (int i = 0; i < 3; i++) {
                answer(nodes.node(0), "6.6.6." + i, "garbage", false);
            }
            assertThat(answer(nodes.node(0), "9.9.9.9", "right", true).reason()).isEqualTo(Reason.LOCKED);
        }
    }

    /** Where the key names the address, only that is locked. */
    @Test
    void wrongCaptchasLockTheAddressTheyCameFrom() {
        String[] pair = ACCOUNT.clone();
        pair[1] = "lockout.account.key=param:user + ip";
        try (Nodes nodes = Nodes.local(pair)) {
            for (int i = 0; i < 10; i++) {
                signIn(nodes.node(0), "bob", "6.6.6.6", false);
            }
            for (int i = 0; i < 3; i++) {
                answer(nodes.node(0), "6.6.6.6", "garbage", false);
            }
            assertThat(answer(nodes.node(0), "6.6.6.6", "right", true).reason()).isEqualTo(Reason.LOCKED);
            assertThat(signIn(nodes.node(0), "bob", "9.9.9.9", true).allowed()).isTrue();
        }
    }
}
