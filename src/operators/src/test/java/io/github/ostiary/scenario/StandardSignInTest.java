package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operate.OperatorText;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sentences of NIST SP 800-63B-4 §3.2.2 and PCI DSS 4.0.1 §8.3.4, asked of the sign-ins named after them. */
class StandardSignInTest {

    private static final String HOME = "192.0.2.7";
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Duration QUARTER = Duration.ofMinutes(15);

    private final ManualTimeSource time = new ManualTimeSource();
    private int networks;

    private GuardBuilder signIn(String standard) {
        return GuardBuilder.create()
                .signIn("main", "param:username")
                .property("signin.main.path", "/login")
                .property("signin.main.strictness", standard)
                .timeSource(time);
    }

    private TestCall bob(String from) {
        return new TestCall("POST", "/login").from(from).param("username", "bob");
    }

    private String elsewhere() {
        networks++;
        return "100." + (64 + networks / 65_536) + "." + networks / 256 % 256 + "." + networks % 256;
    }

    private static Decision signIn(Guard guard, TestCall call, boolean right) {
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        if (admission.decision().allowed()) {
            admission.end(Answered.to(right ? "/" : "/login?error").ending(302, true, right ? call.as("bob") : call));
        } else {
            admission.end();
        }
        return admission.decision();
    }

    private boolean wrong(Guard guard) {
        return signIn(guard, bob(elsewhere()), false).allowed();
    }

    private Phase account(Guard guard) {
        Key key = guard.keyFor("main.account", bob(HOME));
        return guard.lockouts("main.account").state(key).phase();
    }

    /** So many wrong passwords as slowly as it takes for each to be looked at. */
    private void fail(Guard guard, int times) {
        for (int looked = 0; looked < times; ) {
            looked += wrong(guard) ? 1 : 0;
            time.advance(QUARTER);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nistOneTryEachQuarterOfAnHourIsLookedAtAHundredTimesThenTheAccountIsDisabled(boolean manyNetworks) {
        try (Guard guard = signIn("nist").build()) {
            int looked = 0;
            for (int i = 0; i < 30 * 96; i++) {
                TestCall call = bob(manyNetworks ? elsewhere() : "203.0.113.9");
                looked += signIn(guard, call, false).allowed() ? 1 : 0;
                time.advance(QUARTER);
            }
            if (manyNetworks) {
                assertThat(looked).isEqualTo(100);
                assertThat(account(guard)).isEqualTo(Phase.BLOCKED);
                time.advance(Duration.ofDays(400));
                assertThat(signIn(guard, bob(HOME), true).reason()).isEqualTo(Reason.BLOCKED);
                guard.lockouts("main.account").unlock(guard.keyFor("main.account", bob(HOME)));
                assertThat(signIn(guard, bob(HOME), true).allowed()).isTrue();
            } else {
                assertThat(looked).isLessThanOrEqualTo(100);
            }
        }
    }

    /** With the lines that {@code comply} names where {@code strictness=pci} stands, and the reverse. */
    @ParameterizedTest
    @ValueSource(strings = {"pci", "nist"})
    void bothStandardsTenLockTheUserAndAHundredDisableTheAccount(String standard) {
        GuardBuilder both = signIn(standard);
        if (standard.equals("pci")) {
            both.property("signin.main.account.cap", "100").property("signin.main.account.victimLock", "accept");
        } else {
            both.property("signin.main.account.steps", "10/366d lock 30m x2 max 4h")
                    .property("signin.main.account.exempt", "none");
        }
        try (Guard guard = both.build()) {
            assertThat(signIn(guard, bob(HOME), true).allowed()).isTrue();
            for (int i = 0; i < 10; i++) {
                assertThat(wrong(guard)).isTrue();
            }
            time.advance(Duration.ofMinutes(29));
            assertThat(signIn(guard, bob(HOME), true).reason())
                    .as("where bob has proved himself, too")
                    .isEqualTo(Reason.LOCKED);
            int looked = 10;
            for (int i = 0; i < 60 * 96; i++) {
                time.advance(QUARTER);
                looked += wrong(guard) ? 1 : 0;
            }
            assertThat(looked).isEqualTo(100);
            assertThat(account(guard)).isEqualTo(Phase.BLOCKED);
        }
    }

    @Test
    void nistTheHundredthIsLookedAtAndNoOtherBehindIt() {
        try (Guard guard = signIn("nist").build()) {
            assertThat(signIn(guard, bob(HOME), true).allowed()).isTrue();
            fail(guard, 99);
            assertThat(account(guard)).isNotEqualTo(Phase.BLOCKED);
            time.advance(Duration.ofDays(1));
            assertThat(wrong(guard)).as("the 100th").isTrue();
            assertThat(account(guard)).isEqualTo(Phase.BLOCKED);
            time.advance(Duration.ofDays(1));
            assertThat(wrong(guard)).as("the 101st").isFalse();
            assertThat(signIn(guard, bob(HOME), true).reason())
                    .as("where bob has proved himself")
                    .isEqualTo(Reason.BLOCKED);
        }
    }

    @Test
    void nistAfterNinetyNineWrongAndOneRightTheCountBeginsAnew() {
        try (Guard guard = signIn("nist").build()) {
            assertThat(signIn(guard, bob(HOME), true).allowed()).isTrue();
            fail(guard, 99);
            assertThat(signIn(guard, bob(HOME), true).allowed())
                    .as("strangers are locked out, and bob is not")
                    .isTrue();
            time.advance(Duration.ofDays(31));
            fail(guard, 99);
            assertThat(account(guard)).isNotEqualTo(Phase.BLOCKED);
            fail(guard, 1);
            assertThat(account(guard)).isEqualTo(Phase.BLOCKED);
        }
    }

    /** Whoever sits on the owner's networks, and sends all at once, finds no more than the rest of the hundred. */
    @Test
    void nistKnownNetworksTogetherFindNoMoreThanIsLeft() {
        try (Guard guard = signIn("nist").property("signin.main.limit", "off").build()) {
            for (int i = 0; i < 10; i++) {
                assertThat(signIn(guard, bob("192.0.2." + i), true).allowed()).isTrue();
            }
            fail(guard, 95);
            List<PendingAdmission> open = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                PendingAdmission admission = Entering.of(guard).enter(bob("192.0.2." + i % 10), Position.FIRST);
                open.add(admission);
            }
            long looked =
                    open.stream().filter(each -> each.decision().allowed()).count();
            assertThat(looked).isEqualTo(5);
            open.forEach(each -> each.end(Answered.to("/login?error").ending(302, true, bob(HOME))));
            assertThat(account(guard)).isEqualTo(Phase.BLOCKED);
        }
    }

    /** Of an application that a caller can make fail no guess is given back. */
    @ParameterizedTest
    @ValueSource(strings = {"nist", "pci"})
    void brokenAnswersCount(String standard) {
        try (Guard guard = signIn(standard).build()) {
            int looked = 0;
            for (int i = 0; i < 10; i++) {
                TestCall call = bob(elsewhere());
                Admission admission = Entering.of(guard).enter(call, Position.FIRST);
                looked += admission.decision().allowed() ? 1 : 0;
                admission.end(new CallOutcome(
                        OptionalInt.of(500), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
            }
            assertThat(looked).isEqualTo(10);
            assertThat(account(guard)).isEqualTo(Phase.LOCKED);
        }
    }

    @Test
    void pciTenWrongFromTenNetworksLockTheUserForHalfAnHour() {
        try (Guard guard = signIn("pci").build()) {
            assertThat(signIn(guard, bob(HOME), true).allowed()).isTrue();
            for (int i = 0; i < 9; i++) {
                assertThat(wrong(guard)).isTrue();
            }
            assertThat(account(guard)).as("nine lock nobody").isEqualTo(Phase.OPEN);
            assertThat(wrong(guard)).as("the tenth is looked at").isTrue();
            assertThat(wrong(guard)).as("the eleventh is not").isFalse();
            assertThat(signIn(guard, bob(HOME), true).reason())
                    .as("nor is bob at home")
                    .isEqualTo(Reason.LOCKED);
            time.advance(Duration.ofMinutes(30).minusMillis(1));
            assertThat(signIn(guard, bob(HOME), true).allowed()).isFalse();
            time.advance(Duration.ofMillis(1));
            assertThat(signIn(guard, bob(HOME), true).allowed()).isTrue();
        }
    }

    /** The hundred are counted over restarts, the block is seen by all nodes, and one of them lifts it everywhere. */
    @Test
    void nistOfAllNodesAndOverRestarts() {
        String prefix = "standard-" + UUID.randomUUID();
        try (Guard gone = node(RedisServer.shared(), prefix)) {
            for (int i = 0; i < 99; i++) {
                assertThat(wrong(gone)).as("%d", i + 1).isTrue();
            }
            assertThat(account(gone)).isNotEqualTo(Phase.BLOCKED);
        }
        try (Guard one = node(RedisServer.shared(), prefix);
                Guard other = node(RedisServer.shared(), prefix)) {
            assertThat(wrong(one)).as("the 100th").isTrue();
            assertThat(wrong(other)).as("the 101st").isFalse();
            assertThat(signIn(one, bob(HOME), true).reason()).isEqualTo(Reason.BLOCKED);
            assertThat(account(other)).isEqualTo(Phase.BLOCKED);
            assertThat(new OperatorText(other).locked("main.account", 10))
                    .singleElement()
                    .asString()
                    .contains("blocked, 100 failures");
            other.lockouts("main.account").unlock(other.keyFor("main.account", bob(HOME)));
            Await.until(() -> signIn(one, bob(HOME), true).allowed(), BOUND);
        }
    }

    private static Guard node(RedisServer redis, String prefix, String... more) {
        GuardBuilder builder = GuardBuilder.create()
                .signIn("main", "param:username")
                .property("signin.main.path", "/login")
                .property("signin.main.strictness", "nist")
                .property("signin.main.account.steps", "100/30d lock 1h")
                .property("signin.main.siege", "off")
                .property("keyPrefix", prefix)
                .property("redis.timeout", "5s")
                .redis(redis.uri());
        for (String line : more) {
            builder.property(line.split("=", 2)[0], line.split("=", 2)[1]);
        }
        return builder.build();
    }

    /** While Redis is away each node goes on to a hundred from what it has seen itself, or with {@code deny} looks at none; then all have one count again. */
    @ParameterizedTest
    @ValueSource(strings = {"local", "deny"})
    void nistWhileRedisIsAway(String onStoreFailure) {
        String line = "signin.main.onStoreFailure=" + onStoreFailure;
        try (RedisServer redis = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
                Guard one = node(redis, "away", line);
                Guard other = node(redis, "away", line)) {
            assertThat(looked(one, 20) + looked(other, 20)).isEqualTo(40);
            redis.kill();
            awaitStore(one, false);
            awaitStore(other, false);
            if (onStoreFailure.equals("deny")) {
                assertThat(looked(one, 110) + looked(other, 110)).isZero();
                assertThat(signIn(one, bob(HOME), true).reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
            } else {
                assertThat(List.of(looked(one, 110), looked(other, 110))).containsExactly(80, 80);
                assertThat(signIn(other, bob(HOME), true).reason()).isEqualTo(Reason.BLOCKED);
            }
            redis.restart();
            awaitStore(one, true);
            awaitStore(other, true);
            if (onStoreFailure.equals("deny")) {
                assertThat(looked(one, 30) + looked(other, 80))
                        .as("what is left of the hundred")
                        .isEqualTo(60);
            }
            Await.until(() -> account(one) == Phase.BLOCKED && account(other) == Phase.BLOCKED, BOUND);
            assertThat(looked(one, 5) + looked(other, 5)).isZero();
        }
    }

    private int looked(Guard guard, int tries) {
        int looked = 0;
        for (int i = 0; i < tries; i++) {
            looked += wrong(guard) ? 1 : 0;
        }
        return looked;
    }

    /** Until it answers, or is known to be away. */
    private void awaitStore(Guard guard, boolean there) {
        Await.until(
                () -> {
                    TestCall probe =
                            new TestCall("POST", "/login").from(elsewhere()).param("username", "probe");
                    return signIn(guard, probe, true).degraded() != there;
                },
                BOUND);
    }

    /** Neither the pace nor the place matters: nine are none too many, and no pause hides the tenth. */
    @ParameterizedTest
    @ValueSource(ints = {0, 20, 35})
    void pciTenWrongLockHoweverSlow(int days) {
        try (Guard guard = signIn("pci").property("signin.main.limit", "off").build()) {
            for (int i = 0; i < 9; i++) {
                assertThat(signIn(guard, bob(days == 0 ? HOME : elsewhere()), false)
                                .allowed())
                        .isTrue();
                time.advance(Duration.ofDays(days));
            }
            assertThat(account(guard)).isEqualTo(Phase.OPEN);
            assertThat(wrong(guard)).isTrue();
            assertThat(account(guard)).isEqualTo(Phase.LOCKED);
        }
    }

    @Test
    void pciASuccessBeginsTheCountAnew() {
        try (Guard guard = signIn("pci").build()) {
            for (int i = 0; i < 9; i++) {
                assertThat(wrong(guard)).isTrue();
            }
            assertThat(signIn(guard, bob(HOME), true).allowed()).isTrue();
            for (int i = 0; i < 9; i++) {
                assertThat(wrong(guard)).isTrue();
            }
            assertThat(account(guard)).isEqualTo(Phase.OPEN);
        }
    }

    /** A siege knows who has signed in from where, whether or not that lets anybody through a lock. */
    @ParameterizedTest
    @ValueSource(strings = {"strictness=pci", "account=off", "account.exempt=none"})
    void aSiegeDoesNotDependOnTheAccount(String line) {
        String[] both = line.split("=");
        GuardBuilder builder = GuardBuilder.create()
                .signIn("main", "param:username")
                .property("signin.main.path", "/login")
                .property("signin.main." + both[0], both[1])
                .timeSource(time);
        try (Guard guard = builder.build()) {
            assertThat(signIn(guard, bob(HOME), true).allowed()).isTrue();
            guard.rules().override("signin.main.siege", "on", Duration.ofHours(1), "we were warned");
            List<Decision> strangers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                strangers.add(signIn(guard, bob(elsewhere()).param("password", "right"), true));
            }
            assertThat(strangers).extracting(Decision::allowed).containsExactly(true, true, false);
            assertThat(strangers.get(2).rule()).isEqualTo("main.siege");
            assertThat(signIn(guard, bob(HOME), true).allowed()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nist", "pci"})
    void whatAStandardCostsIsSaidAtTheStart(String standard) {
        try (LogLines log = LogLines.of("io.github.ostiary");
                Guard guard = signIn(standard).build()) {
            assertThat(guard.lockouts("main.account")).isNotNull();
            assertThat(log.warnings()).anyMatch(line -> line.contains("signin.main.strictness=" + standard));
        }
    }
}
