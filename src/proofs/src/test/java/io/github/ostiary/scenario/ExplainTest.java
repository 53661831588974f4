package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.command.NoVerifier;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.Explanation;
import io.github.ostiary.operator.Explanation.Match;
import io.github.ostiary.operator.Explanation.RuleMatch;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.operator.KeyStatus.Teller;
import io.github.ostiary.operator.KeyStatus.Usage;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Holds what operators are told of somebody who cannot get in. */
class ExplainTest {

    private static final Key BOB = Key.principal("bob");

    private final ManualTimeSource time = new ManualTimeSource();

    private GuardBuilder local() {
        return GuardBuilder.create().timeSource(time);
    }

    private static KeyStatus only(List<KeyStatus> standings) {
        assertThat(standings).hasSize(1);
        return standings.get(0);
    }

    private static RuleMatch of(Explanation explanation, String rule) {
        return explanation.rules().stream()
                .filter(match -> match.rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    private static void fail(Lockouts lockouts, Key key) {
        try (var attempt = lockouts.begin(key)) {
            attempt.failed();
        }
    }

    @Test
    void everyRateOfALimitIsToldOf() {
        try (Guard guard = local().limit("api", "3/1m, 10/1h")
                .property("limit.api.key", "principal")
                .build()) {
            guard.limiter("api").tryAcquire(BOB);
            guard.limiter("api").tryAcquire(BOB);
            time.advance(Duration.ofSeconds(20));

            KeyStatus standing = only(OperatorApi.of(guard).explain("api", BOB));

            assertThat(standing.kind()).isEqualTo(RuleType.LIMIT);
            assertThat(standing.identity().key()).contains(BOB);
            assertThat(standing.outlook().admits()).isTrue();
            assertThat(standing.outlook().retryAfter()).isEmpty();
            assertThat(standing.outlook().teller()).isEqualTo(Teller.LOCAL);
            assertThat(standing.lock()).isEmpty();
            assertThat(standing.counters())
                    .extracting(Usage::policy, Usage::limit, Usage::used, Usage::remaining, Usage::resetAfter)
                    .containsExactlyInAnyOrder(
                            tuple("api-1m", 3L, 2L, 1L, Duration.ofSeconds(40)),
                            tuple("api-1h", 10L, 2L, 8L, Duration.ofSeconds(3_580)));
        }
    }

    @Test
    void askingSpendsNothingAndTellsNobody() throws InterruptedException {
        ConcurrentLinkedQueue<GuardListener.Event> told = new ConcurrentLinkedQueue<>();
        try (Guard guard = local().limit("api", "1/1m")
                .property("limit.api.key", "ip")
                .property("limit.api.path", "/*")
                .listener(told::add)
                .build()) {
            Key address = Key.ip("1.2.3.4");
            for (int i = 0; i < 10; i++) {
                OperatorApi.of(guard).explain("api", address);
                OperatorApi.of(guard).explain(address);
                OperatorApi.of(guard).explain(new TestCall("GET", "/"));
            }
            assertThat(guard.limiter("api").tryAcquire(address).allowed()).isTrue();
            for (int i = 0; i < 10; i++) {
                assertThat(OperatorApi.of(guard)
                                .explain(new TestCall("GET", "/"))
                                .decision()
                                .allowed())
                        .isFalse();
            }
        }
        assertThat(told).isEmpty();
    }

    @Test
    void aLockTellsSinceWhenAndByWhichStep() {
        try (Guard guard = local().property("lockout.login.steps", "2/1m delay 2s, 3/1h lock 15m x2 max 24h")
                .property("lockout.login.key", "principal")
                .build()) {
            Lockouts login = guard.lockouts("login");
            for (int i = 0; i < 3; i++) {
                fail(login, BOB);
                time.advance(Duration.ofSeconds(5));
            }

            KeyStatus standing = only(OperatorApi.of(guard).explain("login", BOB));
            KeyStatus.LockStatus lock = standing.lock().orElseThrow();

            assertThat(standing.counters()).isEmpty();
            assertThat(standing.outlook().admits()).isFalse();
            assertThat(standing.outlook().retryAfter()).contains(Duration.ofSeconds(895));
            assertThat(lock.state().phase()).isEqualTo(Phase.LOCKED);
            assertThat(lock.state().failures()).isEqualTo(3);
            assertThat(lock.age()).contains(Duration.ofSeconds(5));
            assertThat(lock.step()).contains("3/1h lock 15m x2 max 1d");
        }
    }

    @Test
    void aChallengeTellsSinceWhenItIsPendingAndByWhichStep() {
        String lost = UUID.randomUUID().toString();
        for (GuardBuilder builder : List.of(
                local(), GuardBuilder.create().redis(RedisServer.shared().uri()))) {
            try (Guard guard = builder.property("keyPrefix", lost)
                    .property("redis.timeout", "5s")
                    .property("lockout.login.steps", "2/1h challenge, 9/1h lock 15m")
                    .property("lockout.login.key", "principal")
                    .property("lockout.login.challenge.verifier", NoVerifier.class.getName())
                    .build()) {
                Lockouts login = guard.lockouts("login");
                fail(login, BOB);
                fail(login, BOB);
                time.advance(Duration.ofSeconds(5));

                KeyStatus.LockStatus challenge =
                        only(OperatorApi.of(guard).explain("login", BOB)).lock().orElseThrow();

                assertThat(challenge.state().phase()).isEqualTo(Phase.CHALLENGED);
                assertThat(challenge.age()).hasValueSatisfying(age -> assertThat(age)
                        .isBetween(Duration.ofNanos(1), Duration.ofSeconds(5)));
                assertThat(challenge.step()).contains("2/1h challenge");
            }
        }
    }

    @Test
    void aLockByHandTellsItsReasonAndNoStep() {
        try (Guard guard = local().property("lockout.login.steps", "3/1h lock 15m")
                .property("lockout.login.key", "principal")
                .build()) {
            guard.lockouts("login").lock(BOB, Duration.ofHours(2), "asked for it by telephone");

            KeyStatus.LockStatus lock =
                    only(OperatorApi.of(guard).explain("login", BOB)).lock().orElseThrow();

            assertThat(lock.state().reason()).isEqualTo("asked for it by telephone");
            assertThat(lock.step()).isEmpty();
        }
    }

    /** Who is bob? Also he whose name is typed in at the sign-in. */
    @Test
    void aNameIsFoundWhereItIsTypedIn() {
        try (Guard guard = local().property("lockout.login.steps", "1/1h lock 15m")
                .property("lockout.login.key", "param:username")
                .limit("api", "5/1m")
                .property("limit.api.key", "principal | ip")
                .limit("download", "5/1m")
                .property("limit.download.key", "principal+ip")
                .build()) {
            fail(guard.lockouts("login"), Key.part("param:username", "bob"));

            List<KeyStatus> standings = OperatorApi.of(guard).explain(Key.principal("BOB"));

            assertThat(standings).extracting(KeyStatus::rule).containsExactly("api", "login");
            assertThat(standings.get(1).lock().orElseThrow().state().phase()).isEqualTo(Phase.LOCKED);
            assertThat(only(OperatorApi.of(guard).explain("login", BOB))
                            .lock()
                            .orElseThrow()
                            .open())
                    .isFalse();
        }
    }

    @Test
    void anAddressIsToldOfWhatItMayDoWithAllKeysThatItChooses() {
        try (Guard guard = local().limit("api", "5/1m")
                .property("limit.api.key", "header:X-Key | ip")
                .property("limit.api.perIp", "20/1m")
                .property("limit.api.path", "/*")
                .build()) {
            TestCall call = new TestCall("GET", "/").header("X-Key", "k");
            Entering.of(guard).enter(call, Position.FIRST).end();

            KeyStatus standing = only(OperatorApi.of(guard).explain(Key.ip("1.2.3.4")));

            assertThat(standing.counters())
                    .extracting(Usage::policy, Usage::used)
                    .containsExactlyInAnyOrder(tuple("api", 0L), tuple("api-ip", 1L));
            assertThat(of(OperatorApi.of(guard).explain(call), "api").standings())
                    .extracting(each -> each.identity().key().orElseThrow())
                    .containsExactlyInAnyOrder(Key.part("header:x-key", "k"), Key.ip("1.2.3.4"));
        }
    }

    @Test
    void everyRuleTellsWhyItIsNotAboutACall() {
        try (Guard guard = local().limit("here", "5/1m")
                .property("limit.here.path", "/*, !/static/*")
                .limit("there", "5/1m")
                .property("limit.there.path", "/there")
                .limit("posts", "5/1m")
                .property("limit.posts.path", "/*")
                .property("limit.posts.methods", "POST")
                .limit("known", "5/1m")
                .property("limit.known.path", "/*")
                .property("limit.known.when", "principal:present")
                .limit("java", "5/1m")
                .property("concurrency.work.permits", "2")
                .property("concurrency.work.path", "/*")
                .property("allow.monitor.ip", "1.2.3.4")
                .property("allow.monitor.bypass", "concurrency")
                .property("block.bad.ip", "6.6.6.6")
                .build()) {
            Explanation explanation = OperatorApi.of(guard).explain(new TestCall("GET", "/"));

            assertThat(explanation.decision()).isInstanceOf(Decision.Allowed.class);
            assertThat(explanation.rules())
                    .extracting(RuleMatch::rule, RuleMatch::match, RuleMatch::by)
                    .containsExactly(
                            tuple("bad", Match.OTHER_CALLER, List.of()),
                            tuple("monitor", Match.ALLOWS, List.of()),
                            tuple("here", Match.COUNTS, List.of()),
                            tuple("java", Match.NO_PATH, List.of()),
                            tuple("known", Match.OTHER_CALLER, List.of()),
                            tuple("posts", Match.OTHER_METHOD, List.of()),
                            tuple("there", Match.OTHER_PATH, List.of()),
                            tuple("work", Match.WAIVED, List.of("monitor")));
            assertThat(of(OperatorApi.of(guard).explain(new TestCall("GET", "/static/x")), "here")
                            .match())
                    .isEqualTo(Match.EXCLUDED_PATH);
            Explanation blocked = OperatorApi.of(guard).explain(new TestCall("GET", "/").from("6.6.6.6"));
            assertThat(blocked.decision().rule()).isEqualTo("bad");
            assertThat(of(blocked, "here").match()).isEqualTo(Match.NOT_REACHED);
            assertThat(of(blocked, "here").by()).containsExactly("bad");
        }
    }

    @Test
    void noTextFormShowsAnIdentity() {
        try (Guard guard = local().limit("api", "5/1m")
                .property("limit.api.key", "principal")
                .property("limit.api.path", "/*")
                .property("lockout.login.steps", "1/1h lock 15m")
                .property("lockout.login.key", "principal")
                .build()) {
            fail(guard.lockouts("login"), BOB);

            assertThat(OperatorApi.of(guard).explain(BOB).toString()
                            + OperatorApi.of(guard).explain("login", BOB)
                            + OperatorApi.of(guard).explain(new TestCall("GET", "/secret/bob").as("bob")))
                    .contains("api", "Key[principal]")
                    .doesNotContainIgnoringCase("bob")
                    .doesNotContain("1.2.3.4");
        }
    }

    @Test
    void whatCannotBeAskedOfIsRefusedByName() {
        try (Guard guard = local().limit("reply", "5/1m")
                .property("lockout.login.steps", "1/1h lock 15m")
                .property("lockout.login.path", "/login")
                .property("lockout.login.failure", "status:401")
                .property("lockout.login.key", "param:user+ip")
                .build()) {
            assertThatThrownBy(() -> OperatorApi.of(guard).explain("repyl", BOB))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("did you mean 'reply'?");
            assertThatThrownBy(() -> OperatorApi.of(guard).explain("login", BOB))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("param:user+ip");
            assertThat(OperatorApi.of(guard).explain(Key.of("x".repeat(100_000))))
                    .isEmpty();
        }
    }

    @Test
    void aNodeTellsWhetherItKnowsByItselfOrHasAskedRedis() {
        try (Guard guard = GuardBuilder.create()
                .redis(RedisServer.shared().uri())
                .property("redis.timeout", "5s")
                .property("keyPrefix", "explain:" + UUID.randomUUID())
                .limit("api", "1/1h")
                .property("limit.api.key", "principal")
                .build()) {
            assertThat(only(OperatorApi.of(guard).explain("api", BOB)).outlook().teller())
                    .isEqualTo(Teller.SHARED);

            guard.limiter("api").tryAcquire(BOB);

            KeyStatus used = only(OperatorApi.of(guard).explain("api", BOB));
            assertThat(used.outlook().admits()).isFalse();
            assertThat(used.counters().get(0).used()).isEqualTo(1);
        }
    }

    @Test
    void aNodeTellsThatItStandsInForRedis() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = GuardBuilder.create()
                        .redis(redis.uri())
                        .property("redis.timeout", "5s")
                        .limit("api", "2/1h")
                        .property("limit.api.key", "principal")
                        .limit("free", "2/1h")
                        .property("limit.free.key", "principal")
                        .property("limit.free.onStoreFailure", "allow")
                        .limit("strict", "2/1h")
                        .property("limit.strict.key", "principal")
                        .property("limit.strict.onStoreFailure", "deny")
                        .property("lockout.login.steps", "1/1h lock 15m")
                        .property("lockout.login.key", "principal")
                        .build()) {
            redis.kill();
            guard.limiter("api").tryAcquire(BOB);

            List<KeyStatus> standings = OperatorApi.of(guard).explain(BOB);

            assertThat(standings)
                    .extracting(KeyStatus::rule, each -> each.outlook().teller(), each -> each.outlook()
                            .admits())
                    .containsExactly(
                            tuple("api", Teller.STAND_IN, true),
                            tuple("free", Teller.POLICY, true),
                            tuple("login", Teller.STAND_IN, true),
                            tuple("strict", Teller.POLICY, false));
            assertThat(standings.get(0).counters().get(0).used()).isEqualTo(1);
            assertThat(standings).allMatch(each -> each.outlook().degraded());
            assertThat(standings.get(2).lock().map(KeyStatus.LockStatus::age)).contains(Optional.empty());
        }
    }
}
