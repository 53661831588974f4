package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Attempt;
import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What administrators see and do. */
@Tag("slow")
class LockoutOperationsTest {

    private static final String[] RULES = {
        "lockout.login.steps=3/1m lock 15m", "lockout.login.key=principal", "lockout.other.steps=5/1m lock 1m"
    };
    private static final Key BOB = Key.principal("bob");

    private static Set<String> listed(Lockouts lockouts, int max, boolean byLabel) {
        Set<String> all = new HashSet<>();
        lines(lockouts, max).forEach(line -> all.add(byLabel ? line.label() : line.identity()));
        return all;
    }

    /** Of all pages: in a Redis full of other keys one may be empty. */
    private static List<Lockouts.LockedKey> lines(Lockouts lockouts, int max) {
        List<Lockouts.LockedKey> all = new ArrayList<>();
        String cursor = null;
        do {
            Lockouts.Page page = lockouts.list(cursor, max);
            all.addAll(page.keys());
            cursor = page.next().orElse(null);
        } while (cursor != null);
        return all;
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void whatIsLockedByHandIsToldAndUnlockedByHand(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            Lockouts here = nodes.node(0).lockouts("login");
            Lockouts there = nodes.node(1).lockouts("login");
            here.lock(BOB, Duration.ofHours(2), "ticket 7");
            LockState state = there.state(BOB);
            assertThat(state.phase()).isEqualTo(Phase.LOCKED);
            assertThat(state.reason()).isEqualTo("ticket 7");
            assertThat(state.remaining().orElseThrow()).isBetween(Duration.ofMinutes(119), Duration.ofHours(2));
            for (Lockouts each : List.of(here, there)) {
                assertThat(each.begin(BOB).allowed()).isFalse();
            }
            here.lock(BOB, Duration.ofMinutes(1), "shorter");
            assertThat(there.state(BOB).reason()).isEqualTo("ticket 7");
            there.block(BOB, "for good");
            assertThat(here.state(BOB).phase()).isEqualTo(Phase.BLOCKED);
            assertThat(here.state(BOB).remaining()).isEmpty();
            here.unlock(BOB);
            assertThat(here.state(BOB).phase()).isEqualTo(Phase.OPEN);
            try (Attempt attempt = here.begin(BOB)) {
                assertThat(attempt.allowed()).isTrue();
                attempt.abandon();
            }
            Await.until(
                    () -> {
                        Attempt attempt = there.begin(BOB);
                        attempt.abandon();
                        return attempt.allowed();
                    },
                    Duration.ofSeconds(20));
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void anUnlockForgetsFailuresAndAttemptsInFlightSettle(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            Lockouts login = nodes.node(0).lockouts("login");
            login.begin(BOB).failed();
            login.begin(BOB).failed();
            Attempt last = login.begin(BOB);
            login.unlock(BOB);
            assertThat(login.state(BOB).failures()).isZero();
            assertThat(login.state(BOB).inFlight()).isEqualTo(1);
            last.failed();
            assertThat(login.state(BOB)).isEqualTo(new LockState(Phase.OPEN, Optional.empty(), 1, 0, 0, ""));
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aThousandKeysAreListedInPartsByRule(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            Guard guard = nodes.node(0);
            for (int i = 0; i < 500; i++) {
                guard.lockouts("login").lock(Key.principal("user" + i), Duration.ofHours(1), "");
                guard.lockouts("other").lock(Key.principal("person" + i), Duration.ofHours(1), "");
            }
            guard.lockouts("login").begin(Key.principal("open")).failed();
            assertThat(listed(guard.lockouts("login"), 100, true))
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 500)
                            .mapToObj(i -> Key.principal("user" + i).canonical())
                            .toList());
            assertThat(listed(guard.lockouts("other"), 100, true))
                    .hasSize(500)
                    .noneMatch(label -> label.contains("user"));
            assertThat(guard.lockouts("login").list(null, 100).keys().size()).isLessThanOrEqualTo(1_000);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void oddNamesAreListedAndUnlockedByIdentity(int onRedis) {
        List<String> odd =
                List.of("a}b", "{x", "a:b:K", "x*?[y]", "ünïcödé", "a\\b", "<script>", "x".repeat(300), " ", "1.2.3.4");
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            Lockouts login = nodes.node(0).lockouts("login");
            List<String> labels = new ArrayList<>();
            for (String name : odd) {
                Key key = Key.of(name);
                login.lock(key, Duration.ofHours(1), "reason\r\n" + name.substring(0, 1));
                assertThat(login.state(key).reason()).startsWith("reason\r\n");
                labels.add(
                        nodes.node(0).keyFor("login", new TestPrincipal(name)).canonical());
            }
            Set<String> identities = listed(login, 3, false);
            assertThat(identities).hasSize(odd.size());
            identities.forEach(login::unlockIdentity);
            assertThat(listed(login, 3, false)).isEmpty();
            for (String name : odd) {
                assertThat(login.state(Key.of(name)).phase()).isEqualTo(Phase.OPEN);
            }
            assertThat(labels).hasSize(odd.size());
        }
    }

    private record TestPrincipal(String name) implements CallContext {

        @Override
        public Optional<String> principal() {
            return Optional.of(name.isBlank() ? "blank" : name);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void secretIdentitiesHaveNoLabelsAndAreUnlockedByIdentity(int onRedis) {
        List<String> rules = new ArrayList<>(List.of(RULES));
        rules.add("keySecret=0123456789abcdef0123456789abcdef");
        try (Nodes nodes = Nodes.of(onRedis, rules.toArray(String[]::new))) {
            Lockouts login = nodes.node(0).lockouts("login");
            for (int i = 0; i < 3; i++) {
                login.begin(BOB).failed();
            }
            login.lock(Key.principal("amy"), Duration.ofHours(1), "");
            List<Lockouts.LockedKey> lines = lines(login, 100);
            assertThat(lines)
                    .hasSize(2)
                    .allMatch(line -> line.label().isEmpty())
                    .noneMatch(line ->
                            line.identity().contains("bob") || line.identity().contains("amy"));
            lines.forEach(line -> login.unlockIdentity(line.identity()));
            assertThat(login.state(BOB).phase()).isEqualTo(Phase.OPEN);
            assertThat(login.begin(BOB).allowed()).isTrue();
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void nonsenseIsDeniedWithTheBound(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            Lockouts login = nodes.node(0).lockouts("login");
            for (String cursor : List.of("x", "0-", "-1", "0-18446744073709551616")) {
                if (onRedis > 0) {
                    assertThatThrownBy(() -> login.list(cursor, 10))
                            .as(cursor)
                            .isInstanceOf(IllegalArgumentException.class);
                }
            }
            assertThatThrownBy(() -> login.list(null, 0)).hasMessage("max must be 1 to 1000, not 0");
            assertThatThrownBy(() -> login.lock(BOB, Duration.ZERO, "")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> login.lock(BOB, Duration.ofDays(40_000), ""))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> login.lock(BOB, Duration.ofDays(1), "x".repeat(201)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> login.unlockIdentity("a}b")).isInstanceOf(IllegalArgumentException.class);
            login.lock(BOB, Duration.ofNanos(1), "");
            login.lock(BOB, Duration.ofDays(36_500), "");
            assertThat(login.state(BOB).remaining().orElseThrow()).isGreaterThan(Duration.ofDays(36_499));
        }
    }

    @Test
    void aClusterListsTheLocksOfAllItsNodes() {
        try (RedisCluster cluster = RedisCluster.start();
                Nodes nodes = Nodes.redis(1, cluster.uri(), RULES)) {
            Lockouts login = nodes.node(0).lockouts("login");
            for (int i = 0; i < 60; i++) {
                login.lock(Key.principal("user" + i), Duration.ofHours(1), "");
            }
            assertThat(listed(login, 10, true)).hasSize(60);
            login.unlock(Key.principal("user7"));
            assertThat(listed(login, 10, true)).hasSize(59);
        }
    }
}
