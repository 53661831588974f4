package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.OpenEntrance;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.operator.KeyStatus.Usage;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds what an operator finds under the reference that a denied caller was given, and what callers make of it. */
class ReferenceTest {

    private final ManualTimeSource time = new ManualTimeSource();

    private GuardBuilder limited() {
        return GuardBuilder.create()
                .timeSource(time)
                .limit("api", "2/1h")
                .property("limit.api.key", "principal | ip")
                .property("limit.api.path", "/api/*");
    }

    /** The reference of a call that must be denied. */
    private static String denied(Guard guard, TestCall call) {
        OpenEntrance entrance = Entering.of(guard);
        Admission admission = entrance.enter(call, Position.FIRST);
        assertThat(admission.decision()).isInstanceOf(Decision.Denied.class);
        String reference = entrance.reference(call, (Decision.Denied) admission.decision());
        assertThat(reference).isNotNull();
        return reference;
    }

    private static void let(Guard guard, TestCall call, int status) {
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        assertThat(admission.decision().allowed()).isTrue();
        admission.end(
                new CallOutcome(OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
    }

    private static TestCall bob() {
        return new TestCall("GET", "/api/posts").as("bob");
    }

    @Test
    void tellsTheOperatorWhatWasDecidedAndOfWhom() {
        try (Guard guard = limited().build()) {
            let(guard, bob(), 200);
            let(guard, bob(), 200);
            time.advance(Duration.ofMinutes(20));

            String reference = denied(guard, bob());
            time.advance(Duration.ofMinutes(1));
            assertThat(denied(guard, bob())).isEqualTo(reference);
            DenialRecord denial = OperatorApi.of(guard).explained(reference).orElseThrow();

            assertThat(reference).matches("[0-9A-HJKMNP-TV-Z]{8}");
            assertThat(denial.reference()).isEqualTo(reference);
            assertThat(denial.rule()).isEqualTo("api");
            assertThat(denial.reason()).isEqualTo(Reason.RATE_LIMITED);
            assertThat(denial.shared()).isFalse();
            assertThat(denial.when().times()).isEqualTo(2);
            assertThat(Duration.between(denial.when().first(), denial.when().last()))
                    .isEqualTo(Duration.ofMinutes(1));
            assertThat(denial.where().method()).isEqualTo("GET");
            assertThat(denial.where().path()).isEqualTo("/api/posts");
            assertThat(denial.where().node())
                    .contains(Long.toString(ProcessHandle.current().pid()));
            assertThat(denial.standings())
                    .extracting(KeyStatus::rule, each -> each.identity().key(), each -> each.outlook()
                            .retryAfter())
                    .containsExactly(
                            tuple("api", Optional.of(Key.principal("bob")), Optional.of(Duration.ofMinutes(39))));
            assertThat(denial.standings().get(0).counters())
                    .extracting(Usage::limit, Usage::used, Usage::remaining)
                    .containsExactly(tuple(2L, 2L, 0L));
            assertThat(denial.toString()).doesNotContain("bob", "posts").contains("api", reference);
        }
    }

    /** A sign-in meets limits, too; who was denied by its lockout is known all the same. */
    @Test
    void tellsOfWhomALockoutDeniesAmongLimits() {
        try (Guard guard = limited()
                .property("lockout.login.path", "/api/login")
                .property("lockout.login.key", "param:username + ip")
                .property("lockout.login.failure", "status:401")
                .property("lockout.login.steps", "1/1m lock 5m")
                .build()) {
            let(guard, new TestCall("POST", "/api/login").param("username", "bob"), 401);
            String reference = denied(guard, new TestCall("POST", "/api/login").param("username", "bob"));

            DenialRecord denial = OperatorApi.of(guard).explained(reference).orElseThrow();
            assertThat(denial.rule()).isEqualTo("login");
            assertThat(denial.standings()).extracting(KeyStatus::rule).containsExactly("login", "api");
            assertThat(denial.standings().get(0).identity().key())
                    .hasValueSatisfying(key ->
                            assertThat(key.parts()).extracting(Key.Part::value).containsExactly("bob", "1.2.3.4"));
        }
    }

    @Test
    void callersAndRulesHaveReferencesOfTheirOwn() {
        try (Guard guard = limited()
                .limit("strict", "1/1h")
                .property("limit.strict.key", "principal | ip")
                .property("limit.strict.path", "/strict")
                .build()) {
            Set<String> references = new HashSet<>();
            for (String who : new String[] {"bob", "eve", "ann"}) {
                let(guard, bob().as(who), 200);
                let(guard, bob().as(who), 200);
                references.add(denied(guard, bob().as(who)));
                references.add(denied(guard, bob().as(who)));
                let(guard, new TestCall("GET", "/strict").as(who), 200);
                references.add(denied(guard, new TestCall("GET", "/strict").as(who)));
            }
            assertThat(references).hasSize(6).allMatch(reference -> OperatorApi.of(guard)
                    .explained(reference)
                    .isPresent());
        }
    }

    @Test
    void aRuleOfTwoRatesHasOneReferenceForACaller() {
        try (Guard guard = limited().property("limit.api.rate", "1/1s, 2/1h").build()) {
            let(guard, bob(), 200);
            String reference = denied(guard, bob());
            time.advance(Duration.ofSeconds(2));
            let(guard, bob(), 200);
            time.advance(Duration.ofSeconds(2));

            assertThat(denied(guard, bob())).isEqualTo(reference);
        }
    }

    @Test
    void aLockTellsItsStepAndSinceWhen() {
        try (Guard guard = GuardBuilder.create()
                .timeSource(time)
                .property("lockout.login.path", "/login")
                .property("lockout.login.key", "param:user+ip")
                .property("lockout.login.steps", "2/1h lock 15m")
                .property("lockout.login.failure", "status:401")
                .build()) {
            TestCall login = new TestCall("POST", "/login").param("user", "Bob");
            let(guard, login, 401);
            let(guard, login, 401);
            time.advance(Duration.ofMinutes(5));

            DenialRecord denial =
                    OperatorApi.of(guard).explained(denied(guard, login)).orElseThrow();

            assertThat(denial.reason()).isEqualTo(Reason.LOCKED);
            KeyStatus standing = denial.standings().get(0);
            assertThat(standing.kind()).isEqualTo(RuleType.LOCKOUT);
            assertThat(standing.identity().key().orElseThrow().parts())
                    .containsExactly(new Key.Part("param:user", "bob"), new Key.Part("ip", "1.2.3.4"));
            KeyStatus.LockStatus lock = standing.lock().orElseThrow();
            assertThat(lock.state().phase()).isEqualTo(Phase.LOCKED);
            assertThat(lock.age()).contains(Duration.ofMinutes(5));
            assertThat(lock.step()).contains("2/1h lock 15m");
        }
    }

    @Test
    void whoeverIsDeniedWithoutACounterIsKnownByHisAddress() {
        try (Guard guard = limited()
                .property("block.bad.ip", "6.6.6.0/24")
                .property("limit.api.cost", "header:X-Cost")
                .build()) {
            DenialRecord blocked = OperatorApi.of(guard)
                    .explained(denied(guard, new TestCall("GET", "/").from("6.6.6.6")))
                    .orElseThrow();
            DenialRecord malformed = OperatorApi.of(guard)
                    .explained(denied(guard, bob().header("X-Cost", "+1")))
                    .orElseThrow();

            assertThat(blocked.rule()).isEqualTo("bad");
            assertThat(blocked.reason()).isEqualTo(Reason.BLOCKED);
            assertThat(blocked.standings())
                    .extracting(each -> each.identity().key())
                    .containsExactly(Optional.of(Key.ip("6.6.6.6")));
            assertThat(malformed.reason()).isEqualTo(Reason.MALFORMED);
            assertThat(malformed.standings())
                    .extracting(each -> each.identity().key())
                    .containsExactly(Optional.of(Key.ip("1.2.3.4")));
        }
    }

    @Test
    void aReferenceIsReadAsPeopleWriteIt() {
        try (Guard guard = limited().property("limit.api.rate", "1/1h").build()) {
            let(guard, bob(), 200);
            String reference = denied(guard, bob());

            String typed = " " + reference.substring(0, 4) + "-" + reference.substring(4) + "\n";
            assertThat(OperatorApi.of(guard)
                            .explained(typed.toLowerCase(Locale.ROOT)
                                    .replace('0', 'o')
                                    .replace('1', 'l')))
                    .isPresent();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1234567",
                "123456789",
                "UUUUUUUU",
                "'; DROP--",
                "../../..",
                "00000000\r\nX-A: b",
                "<script>",
                "٠١٢٣٤٥٦٧",
                "0000000\u0000",
                "{explain}"
            })
    void whatIsNoReferenceIsNothing(String forged) {
        try (Guard guard = limited().build()) {
            assertThat(OperatorApi.of(guard).explained(forged)).isEmpty();
            assertThat(OperatorApi.of(guard).explained(forged.repeat(100_000))).isEmpty();
        }
    }

    @Test
    void nothingIsKeptLongerThanIsSaid() {
        try (Guard guard = limited()
                .property("limit.api.rate", "1/1d")
                .property("explain.keep", "10m")
                .build()) {
            let(guard, bob(), 200);
            String first = denied(guard, bob());
            time.advance(Duration.ofMinutes(9));
            assertThat(denied(guard, bob())).isEqualTo(first);
            time.advance(Duration.ofMinutes(9));
            assertThat(OperatorApi.of(guard).explained(first)).isPresent();
            time.advance(Duration.ofMinutes(1));
            assertThat(OperatorApi.of(guard).explained(first)).isEmpty();

            String second = denied(guard, bob());
            assertThat(second).isNotEqualTo(first);
            assertThat(OperatorApi.of(guard)
                            .explained(second)
                            .orElseThrow()
                            .when()
                            .times())
                    .isEqualTo(1);
        }
    }

    @Test
    void nobodyHasAReferenceWhereDenialsAreNotNoted() {
        try (Guard guard = limited()
                .property("limit.api.rate", "1/1h")
                .property("explain.keep", "0")
                .build()) {
            let(guard, bob(), 200);
            Decision decision = Entering.of(guard).enter(bob(), Position.FIRST).decision();

            assertThat(Entrance.of(guard).reference(bob(), (Decision.Denied) decision))
                    .isNull();
            assertThat(OperatorApi.of(guard).explained("00000000")).isEmpty();
        }
    }

    /** An operator who is told the reference of a caller of another rule finds it, whatever floods there are. */
    @Test
    void aFloodOfOneRulePushesNobodyOutOfAnother() {
        try (Guard guard = limited()
                .property("explain.max", "1000")
                .limit("strict", "1/1h")
                .property("limit.strict.key", "ip")
                .property("limit.strict.path", "/strict")
                .build()) {
            let(guard, bob(), 200);
            let(guard, bob(), 200);
            String victim = denied(guard, bob());
            Set<String> references = new HashSet<>();
            Set<String> shared = new HashSet<>();
            for (int i = 0; i < 20_000; i++) {
                TestCall attacker =
                        new TestCall("GET", "/strict").from("10." + i % 7 + "." + i / 256 % 256 + "." + i % 256);
                OpenEntrance entrance = Entering.of(guard);
                entrance.enter(attacker, Position.FIRST).end();
                if (i % 100 == 0) {
                    time.advance(Duration.ofMillis(100));
                }
                references.add(denied(guard, attacker));
            }
            for (String reference : references) {
                OperatorApi.of(guard)
                        .explained(reference)
                        .filter(DenialRecord::shared)
                        .ifPresent(denial -> shared.add(denial.reference()));
            }

            assertThat(OperatorApi.of(guard).explained(victim))
                    .map(DenialRecord::rule)
                    .contains("api");
            assertThat(references.stream()
                            .filter(reference ->
                                    OperatorApi.of(guard).explained(reference).isPresent()))
                    .hasSizeBetween(100, 1_000);
            assertThat(shared).hasSize(1);
            DenialRecord many =
                    OperatorApi.of(guard).explained(shared.iterator().next()).orElseThrow();
            assertThat(many.rule()).isEqualTo("strict");
            assertThat(many.standings()).isEmpty();
            assertThat(many.when().times()).isGreaterThan(10_000);
        }
    }

    /** Names that callers choose are cut, or known by their digest only. */
    @Test
    void longNamesAndPathsAreCut() {
        try (Guard guard = GuardBuilder.create()
                .timeSource(time)
                .limit("api", "1/1h")
                .property("limit.api.key", "header:X-Key")
                .property("limit.api.perIp", "none")
                .property("limit.api.path", "/*")
                .build()) {
            TestCall call =
                    new TestCall("X".repeat(1_000), "/" + "p".repeat(100_000)).header("X-Key", "k".repeat(2_000_000));
            let(guard, call, 200);

            DenialRecord denial =
                    OperatorApi.of(guard).explained(denied(guard, call)).orElseThrow();

            assertThat(denial.where().path()).hasSize(128);
            assertThat(denial.where().method()).hasSize(16);
            assertThat(denial.standings().get(0).identity().key()).isEmpty();
            assertThat(denial.standings().get(0).identity().name()).matches("d\\..{1,62}");
        }
    }
}
