package io.github.ostiary.scenario;

import static io.github.ostiary.testing.LockoutPolicies.attempt;
import static io.github.ostiary.testing.LockoutPolicies.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.redis.LuaLockouts;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutBackend;
import io.github.ostiary.testing.PureLockouts;
import io.github.ostiary.testing.StoredLockouts;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock that goes wrong and is put right again, on every store with the expiry it has. */
class ClockStepsTest {

    private static final long SECOND = 1_000_000;
    private static final ConcurrencyPolicy ONE = new ConcurrencyPolicy("upload", "", 1, 10 * SECOND, false);

    private final ManualTimeSource time = new ManualTimeSource();

    {
        time.set(1_699_999_200 * SECOND);
    }

    static Stream<Arguments> stores() {
        return Stream.of(Backend.LOCAL, Backend.REDIS)
                .flatMap(backend -> Stream.of(Algorithm.values()).map(algorithm -> Arguments.of(backend, algorithm)));
    }

    private Store open(Backend backend) {
        return backend.store(time, "steps:" + UUID.randomUUID());
    }

    private void step(String duration) {
        time.advance(Durations.parse(duration));
    }

    private void stepBack(String duration) {
        time.advance(Durations.parse(duration).negated());
    }

    private static Verdict ask(Store store, Limit limit, long permits) throws StoreException {
        return Asked.decide(store, List.of(new Charge(limit, "bob", permits))).get(0);
    }

    /** What denied him was the step; when it is undone, so is its offset. */
    @ParameterizedTest
    @MethodSource("stores")
    void mintsNothingWhenItIsPutRight(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "2/2s");
        try (Store store = open(backend)) {
            assertThat(ask(store, limit, 2).passed()).isTrue();
            stepBack("5s");
            assertThat(ask(store, limit, 1).passed()).isFalse();
            step("5500ms");
            assertThat(ask(store, limit, 2).retryMicros()).isEqualTo(1_500_000);
            step("1500ms");
            assertThat(ask(store, limit, 2).passed()).isTrue();
        }
    }

    /** An hour back and forth each second, and actions in the hours that were not. */
    @ParameterizedTest
    @MethodSource("stores")
    void mintsNothingHoweverOftenItHappens(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "4/1m");
        try (Store store = open(backend)) {
            for (int i = 0; i < 14; i++) {
                assertThat(ask(store, limit, 1).passed()).as("second %d", i).isEqualTo(i < 2);
                stepBack("1h");
                assertThat(ask(store, limit, 1).passed()).as("second %d", i).isEqualTo(i < 2);
                step("1h");
                step("1s");
            }
        }
    }

    /** Whoever keeps asking is let in when his time has come, not when the clock is where it was. */
    @ParameterizedTest
    @MethodSource("stores")
    void burnsNothingWhenItStaysBack(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "2/1h");
        try (Store store = open(backend)) {
            assertThat(ask(store, limit, 2).passed()).isTrue();
            stepBack("10m");
            boolean bucket = algorithm == Algorithm.TOKEN_BUCKET || algorithm == Algorithm.LEAKY_BUCKET;
            int minutes = bucket ? 30 : 60;
            for (int i = 0; i < minutes; i++) {
                assertThat(ask(store, limit, 1).retryMicros())
                        .as("minute %d", i)
                        .isEqualTo((minutes - i) * 60 * SECOND);
                step("1m");
            }
            assertThat(ask(store, limit, 1).passed()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void aLeaseEndsWhenItWouldHave(Backend backend) throws StoreException {
        try (Store store = open(backend)) {
            assertThat(enters(store, "a").passed()).isTrue();
            stepBack("2h");
            assertThat(enters(store, "b").retryMicros()).isEqualTo(10 * SECOND);
            step("2h");
            step("1s");
            assertThat(enters(store, "b").retryMicros()).isEqualTo(9 * SECOND);
            step("9s");
            assertThat(enters(store, "b").passed()).isTrue();
        }
    }

    private static Verdict enters(Store store, String lease) throws StoreException {
        return Asked.decide(store, List.of(new LeaseClaim(ONE, "bob", lease))).get(0);
    }

    static List<String> lockouts() {
        return List.of("pure", "local", "lua");
    }

    private LockoutBackend lockouts(String kind) {
        return switch (kind) {
            case "pure" -> new PureLockouts(time);
            case "local" -> new StoredLockouts(new LocalStore(100, time));
            default -> new LuaLockouts(time);
        };
    }

    @ParameterizedTest
    @MethodSource("lockouts")
    void aTouchedLockEndsWhenItWouldHave(String kind) {
        LockoutPolicy rule = policy().lock(2, 60, 600).named("login");
        LockoutBackend backend = lockouts(kind);
        fail(backend, rule, "a");
        fail(backend, rule, "b");
        stepBack("1h");
        assertThat(backend.begin(attempt(rule, "c", "", "")).retryMicros()).isEqualTo(600 * SECOND);
        step("1h");
        step("4s");
        assertThat(backend.state(rule, "k").remaining()).contains(Duration.ofSeconds(596));
        assertThat(backend.begin(attempt(rule, "d", "", "")).retryMicros()).isEqualTo(596 * SECOND);
        step("596s");
        assertThat(backend.state(rule, "k").phase()).isEqualTo(Phase.OPEN);
    }

    /** Failures, a lock and an attempt in flight, all of a time when the clock was an hour back. */
    @ParameterizedTest
    @MethodSource("lockouts")
    void whatHappenedMeanwhileCountsAsWell(String kind) {
        LockoutPolicy rule = policy().lock(3, 60, 600).named("login");
        LockoutBackend backend = lockouts(kind);
        fail(backend, rule, "a");
        stepBack("1h");
        fail(backend, rule, "b");
        assertThat(backend.begin(attempt(rule, "c", "", "")).passed()).isTrue();
        step("1h");
        step("4s");
        assertThat(backend.settle(attempt(rule, "c", "", ""), Operation.FAIL).retryMicros())
                .isEqualTo(600 * SECOND);
        step("600s");
        assertThat(backend.state(rule, "k").phase()).isEqualTo(Phase.OPEN);
    }

    /** Set back for good: the lock is no longer for that, whoever asks meanwhile. */
    @ParameterizedTest
    @MethodSource("lockouts")
    void aLockIsNotStretched(String kind) {
        LockoutPolicy rule = policy().lock(1, 60, 86_400).named("login");
        LockoutBackend backend = lockouts(kind);
        fail(backend, rule, "a");
        stepBack("1h");
        for (int minutes = 0; minutes < 1_440; minutes += 5) {
            assertThat(backend.begin(attempt(rule, "b", "", "")).retryMicros())
                    .isEqualTo((1_440 - minutes) * 60 * SECOND);
            step("5m");
        }
        assertThat(backend.state(rule, "k").phase()).isEqualTo(Phase.OPEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pure", "local", "lua"})
    void aLockOfLongAgoHasEnded(String kind) {
        LockoutPolicy rule = policy().lock(1, 60, 60).memory(0).named("login");
        LockoutBackend backend = lockouts(kind);
        fail(backend, rule, "a");
        stepBack("1h");
        assertThat(backend.begin(attempt(rule, "b", "", "")).passed()).isFalse();
        step("3h");
        assertThat(backend.begin(attempt(rule, "c", "", "")).passed()).isTrue();
    }

    private static void fail(LockoutBackend backend, LockoutPolicy rule, String id) {
        assertThat(backend.begin(attempt(rule, id, "", "")).passed()).isTrue();
        backend.settle(attempt(rule, id, "", ""), Operation.FAIL);
    }
}
