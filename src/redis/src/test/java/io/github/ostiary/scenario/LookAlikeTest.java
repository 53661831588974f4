package io.github.ostiary.scenario;

import static io.github.ostiary.testing.LockoutPolicies.policy;
import static io.github.ostiary.testing.LockoutPolicies.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.redis.LuaLockouts;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.LockoutBackend;
import io.github.ostiary.testing.NameVariants;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.PureLockouts;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever owns an account spelt like the victim's gains nothing by signing in to it. */
class LookAlikeTest {

    private static final String STEPS = "lockout.login.steps=3/1h lock 15m";
    private static final Key VICTIM = Key.principal("bob");

    private final ManualTimeSource time = new ManualTimeSource();

    private LockoutBackend backend(String kind) {
        return kind.equals("java") ? new PureLockouts(time) : new LuaLockouts(time);
    }

    private Reason tried(LockoutBackend backend, AttemptClaim asked, Operation ending) {
        time.advance(Duration.ofSeconds(1));
        Verdict verdict = backend.begin(asked);
        if (!verdict.passed()) {
            return verdict.reason();
        }
        backend.settle(asked, ending);
        return null;
    }

    private static boolean looked(Guard guard, Key key, boolean right) {
        try (Attempt attempt = guard.lockouts("login").begin(key)) {
            if (attempt.allowed() && right) {
                attempt.succeeded();
            }
            return attempt.allowed();
        }
    }

    /** 24 guesses, each after a sign-in to an account of his own. */
    @ParameterizedTest(name = "{0} nodes on Redis, as {1}")
    @CsvSource({"0, BOB", "1, BOB", "2, BOB", "0, Ｂｏｂ", "1, Ｂｏｂ", "0, ' bob'", "1, 'Bob '", "2, ⓑob"})
    void ownSignInsLeaveTheVictimsCountAlone(int onRedis, String own) {
        try (Nodes nodes = Nodes.of(onRedis, STEPS)) {
            assertThat(Key.principal(own)).isEqualTo(VICTIM);
            int guesses = 0;
            for (int i = 0; i < 24; i++) {
                looked(nodes.node(i), Key.principal(own), true);
                guesses += looked(nodes.node(i + 1), VICTIM, false) ? 1 : 0;
            }
            assertThat(guesses).isEqualTo(3);
            assertThat(nodes.node(0).lockouts("login").state(VICTIM).phase()).isEqualTo(Phase.LOCKED);
        }
    }

    /** The same the other way round: his is the canonical one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theVictimMayBeTheOneInCapitals(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, STEPS)) {
            int guesses = 0;
            for (int i = 0; i < 24; i++) {
                looked(nodes.node(i), VICTIM, true);
                guesses += looked(nodes.node(i), Key.principal("Bob"), false) ? 1 : 0;
            }
            assertThat(guesses).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void ownSpellingIsCleared(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, STEPS)) {
            for (String name : List.of("bob", "Bob", "Ｂｏｂ", "B".repeat(300))) {
                for (int i = 0; i < 9; i++) {
                    assertThat(looked(nodes.node(i), Key.principal(name), i % 3 == 2))
                            .as("%s %d", name, i)
                            .isTrue();
                }
            }
        }
    }

    /** To a database whose collation has no accents they are all the one account. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void accentsAreNoOtherAccountWhereTheKeySaysSo(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, STEPS, "lockout.login.key=param:u/marks")) {
            int guesses = 0;
            for (int i = 0; i < NameVariants.ACCENTED_E.size(); i++) {
                TestCall call = new TestCall("POST", "/x").param("u", "Ren" + NameVariants.ACCENTED_E.get(i));
                try (Attempt attempt = nodes.node(i).lockouts("login").begin(call)) {
                    guesses += attempt.allowed() ? 1 : 0;
                }
            }
            assertThat(guesses).isEqualTo(3);
            assertThat(nodes.node(0)
                            .lockouts("login")
                            .state(Key.part("param:u", "rene"))
                            .phase())
                    .isEqualTo(Phase.LOCKED);
        }
    }

    /** An account {@code renè} of his own clears nothing that he failed at {@code rené}. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void ownSignInsUnderAnotherAccentClearNothing(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, STEPS, "lockout.login.key=principal/marks")) {
            int guesses = 0;
            for (int i = 0; i < 24; i++) {
                looked(nodes.node(i), accented("ren\u00e8"), true);
                guesses += looked(nodes.node(i), accented("ren\u00e9"), false) ? 1 : 0;
            }
            assertThat(guesses).isEqualTo(3);
        }
    }

    private static Key accented(String written) {
        return Key.part(Key.PRINCIPAL, "rene", written);
    }

    /** A name in a form, and parts beside it that have no spelling. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void requestsAreToldApart(int onRedis) {
        try (Nodes nodes = Nodes.of(
                onRedis, STEPS, "lockout.login.key=param:u + ip", "keySecret=of these tests, and only of these")) {
            Lockouts lockouts = nodes.node(0).lockouts("login");
            int guesses = 0;
            for (int i = 0; i < 24; i++) {
                for (String name : List.of("BOB", "bob")) {
                    TestCall call = new TestCall("POST", "/x").param("u", name).from("192.0.2." + i % 2);
                    try (Attempt attempt = lockouts.begin(call)) {
                        if (attempt.allowed() && name.equals("BOB")) {
                            attempt.succeeded();
                        } else if (attempt.allowed()) {
                            guesses++;
                        }
                    }
                }
            }
            assertThat(guesses).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "lua"})
    void aCapCountsOn(String kind) {
        LockoutBackend backend = backend(kind);
        LockoutPolicy rule = policy().lock(900, 60, 60).cap(5).named("login");
        for (int i = 0; i < 5; i++) {
            assertThat(tried(backend, written(rule, "a" + i, "", "BOB"), Operation.SUCCEED))
                    .isNull();
            assertThat(tried(backend, written(rule, "b" + i, "", ""), Operation.FAIL))
                    .isNull();
        }
        assertThat(tried(backend, written(rule, "c", "", "BOB"), Operation.SUCCEED))
                .isEqualTo(Reason.BLOCKED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "lua"})
    void ownFailuresInARowAreClearedFromACap(String kind) {
        LockoutBackend backend = backend(kind);
        LockoutPolicy rule = policy().lock(900, 60, 60).cap(5).named("login");
        for (int i = 0; i < 20; i++) {
            String spelling = i % 2 == 0 ? "" : "Bob";
            tried(backend, written(rule, "a" + i, "", spelling), Operation.FAIL);
            tried(backend, written(rule, "b" + i, "", spelling), Operation.FAIL);
            assertThat(tried(backend, written(rule, "c" + i, "", spelling), Operation.SUCCEED))
                    .isNull();
        }
    }

    /** His own network is known for his own account only. */
    @ParameterizedTest
    @ValueSource(strings = {"java", "lua"})
    void noNetworkIsExemptForAnother(String kind) {
        LockoutBackend backend = backend(kind);
        LockoutPolicy rule = policy().lock(3, 3600, 900).exempt(86_400).named("login");
        assertThat(tried(backend, written(rule, "home", "home", ""), Operation.SUCCEED))
                .isNull();
        int guesses = 0;
        for (int i = 0; i < 24; i++) {
            tried(backend, written(rule, "a" + i, "his", "BOB"), Operation.SUCCEED);
            guesses += tried(backend, written(rule, "b" + i, "his", ""), Operation.FAIL) == null ? 1 : 0;
        }
        assertThat(guesses).isEqualTo(3);
        assertThat(tried(backend, written(rule, "again", "home", ""), Operation.SUCCEED))
                .as("the victim, at home")
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "lua"})
    void networksOfOthersTakeNoneOfTheVictims(String kind) {
        LockoutBackend backend = backend(kind);
        LockoutPolicy rule = policy().lock(3, 3600, 900).exempt(86_400).named("login");
        for (int i = 0; i < 4; i++) {
            tried(backend, written(rule, "h" + i, "home" + i, ""), Operation.SUCCEED);
        }
        for (int i = 0; i < 100; i++) {
            tried(backend, written(rule, "a" + i, "n" + i, "BOB" + i % 3), Operation.SUCCEED);
        }
        for (int i = 0; i < 3; i++) {
            tried(backend, written(rule, "f" + i, "elsewhere", ""), Operation.FAIL);
        }
        assertThat(tried(backend, written(rule, "f", "elsewhere", ""), Operation.FAIL))
                .isEqualTo(Reason.LOCKED);
        for (int i = 0; i < 4; i++) {
            assertThat(tried(backend, written(rule, "g" + i, "home" + i, ""), Operation.SUCCEED))
                    .as("home %d", i)
                    .isNull();
        }
    }

    /** More spellings than are kept: what is forgotten is cleared by nobody. */
    @ParameterizedTest
    @ValueSource(strings = {"java", "lua"})
    void manySpellingsClearNothingOfEachOthers(String kind) {
        LockoutBackend backend = backend(kind);
        LockoutPolicy rule = policy().lock(40, 3600, 900).named("login");
        for (int i = 0; i < 20; i++) {
            tried(backend, written(rule, "a" + i, "", "s" + i), Operation.FAIL);
        }
        assertThat(backend.state(rule, "k").failures()).isEqualTo(20);
        for (int i = 0; i < 20; i++) {
            tried(backend, written(rule, "b" + i, "", "s" + i), Operation.SUCCEED);
        }
        assertThat(backend.state(rule, "k").failures()).isEqualTo(12);
    }

    /** A right password makes the next slip a first one again; how long the next lock lasts is remembered. */
    @ParameterizedTest
    @ValueSource(strings = {"java", "lua"})
    void aSuccessEndsRearm(String kind) {
        LockoutBackend backend = backend(kind);
        LockoutPolicy rule = policy().lock(3, 3600, 60, 2, 1).named("login");
        fail(backend, rule, "a", 3, "");
        time.advance(Duration.ofSeconds(60));
        assertThat(tried(backend, written(rule, "s", "", ""), Operation.SUCCEED))
                .isNull();
        fail(backend, rule, "b", 2, "");
        assertThat(backend.state(rule, "k").phase()).isEqualTo(Phase.OPEN);
        fail(backend, rule, "c", 1, "");
        assertThat(backend.state(rule, "k").remaining()).contains(Duration.ofSeconds(120));
        time.advance(Duration.ofSeconds(120));
        fail(backend, rule, "d", 1, "");
        assertThat(backend.state(rule, "k").remaining()).contains(Duration.ofSeconds(240));
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "lua"})
    void aLookAlikesSuccessDoesNot(String kind) {
        LockoutBackend backend = backend(kind);
        LockoutPolicy rule = policy().lock(3, 3600, 60, 2, 1).named("login");
        fail(backend, rule, "a", 3, "");
        time.advance(Duration.ofSeconds(60));
        assertThat(tried(backend, written(rule, "s", "", "BOB"), Operation.SUCCEED))
                .isNull();
        fail(backend, rule, "b", 1, "BOB");
        assertThat(backend.state(rule, "k").remaining()).contains(Duration.ofSeconds(120));
        time.advance(Duration.ofSeconds(120));
        assertThat(tried(backend, written(rule, "t", "", "BOB"), Operation.SUCCEED))
                .isNull();
        fail(backend, rule, "c", 1, "");
        assertThat(backend.state(rule, "k").remaining()).as("armed by both").contains(Duration.ofSeconds(240));
    }

    private void fail(LockoutBackend backend, LockoutPolicy rule, String ids, int times, String spelling) {
        for (int i = 0; i < times; i++) {
            assertThat(tried(backend, written(rule, ids + i, "", spelling), Operation.FAIL))
                    .isNull();
        }
    }
}
