package io.github.ostiary.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.CallOutcome.Answer;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.Explanation;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sign-in by JSON, by BASIC, by the container; without each of its parts; and wherever rules are shown. */
class SignInEverywhereTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private static GuardBuilder given(String... lines) {
        GuardBuilder builder = GuardBuilder.create().timeSource(new ManualTimeSource());
        for (String line : lines) {
            String[] pair = line.split("=", 2);
            builder.property("signin.main." + pair[0], pair[1]);
        }
        return builder;
    }

    private static GuardBuilder form(String... more) {
        GuardBuilder builder = given("path=/login", "name=param:username", "limit.rate=1000/1m");
        for (String line : more) {
            String[] pair = line.split("=", 2);
            builder.property("signin.main." + pair[0], pair[1]);
        }
        return builder;
    }

    private static Decision attempt(Guard guard, TestCall call, int status) {
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        if (admission.decision().allowed()) {
            admission.end(Answered.to("").ending(status, true, call));
        } else {
            admission.end();
        }
        return admission.decision();
    }

    private static TestCall typed(String name, String address) {
        return new TestCall("POST", "/login").from(address).param("username", name);
    }

    @Test
    void byJson() {
        try (Guard guard = given("path=/api/login", "name=json:user.name").build()) {
            for (int i = 0; i < 3; i++) {
                attempt(guard, new TestCall("POST", "/api/login").json("user.name", "bob"), 401);
            }
            assertThat(attempt(guard, new TestCall("POST", "/api/login").json("user.name", "Bob"), 204)
                            .rule())
                    .isEqualTo("main.password");
            assertThat(attempt(guard, new TestCall("POST", "/api/login").json("user.name", "amy"), 204)
                            .allowed())
                    .isTrue();
        }
    }

    private static TestCall basic(String name) {
        String credentials = Base64.getEncoder().encodeToString((name + ":guess").getBytes(UTF_8));
        return new TestCall("GET", "/api/things").header("Authorization", "Basic " + credentials);
    }

    /** All requests sign in, so that no limit counts them; those without credentials are none. */
    @Test
    void byBasic() {
        try (Guard guard = given("path=/api/*", "name=basic:user").build()) {
            for (int i = 0; i < 50; i++) {
                assertThat(attempt(guard, basic("amy").as("amy"), 200).allowed())
                        .as("limited")
                        .isTrue();
                assertThat(attempt(guard, new TestCall("GET", "/api/things"), 401)
                                .allowed())
                        .isTrue();
            }
            for (int i = 0; i < 3; i++) {
                attempt(guard, basic("bob"), 401);
            }
            assertThat(attempt(guard, basic("bob"), 200).rule()).isEqualTo("main.password");
        }
    }

    /** As the container asks, at no path, with the name for the principal. */
    private static boolean containerSignsIn(Guard guard, String name, boolean right) {
        TestCall call = new TestCall("GET", "/vault").as(name);
        Admission admission = Entering.of(guard).enter(List.of("main"), call);
        admission.end(new CallOutcome(
                right ? OptionalInt.empty() : OptionalInt.of(401), Answer.NONE, Optional.empty(), true, false, call));
        return admission.decision().allowed();
    }

    @Test
    void byTheContainerAlsoUntilItIsProved() {
        try (Guard guard = given("login=container").build()) {
            for (int i = 0; i < 3; i++) {
                assertThat(containerSignsIn(guard, "bob", false)).isTrue();
            }
            assertThat(containerSignsIn(guard, "bob", true)).isFalse();
            assertThat(OperatorApi.of(guard).trial().signIns().get(0).advice())
                    .as("there is no line to write")
                    .isEmpty();
        }
        try (Guard guard = given("login=container", "enforce=proved").build()) {
            for (int i = 0; i < 5; i++) {
                assertThat(containerSignsIn(guard, "bob", false)).isTrue();
            }
            assertThat(containerSignsIn(guard, "amy", true)).isTrue();
            Await.until(() -> !containerSignsIn(guard, "bob", false), Duration.ofSeconds(20));
        }
    }

    /** Who has tried 150 passwords of one name on one network, then 150 names there, then one name from 150 networks. */
    @ParameterizedTest
    @CsvSource({"password, ONE, 4", "address, NAMES, 4", "account, NETWORKS, 3"
    }) // without the siege, for which the account would stay
    void eachPartCanBeLeftOut(String part, String attack, int left) {
        try (Guard whole = form().build();
                Guard without = form(part + "=off", "siege=off").build()) {
            assertThat(denies(whole, attack)).isEqualTo("main." + part);
            assertThat(denies(without, attack)).isNotEqualTo("main." + part);
            assertThat(OperatorApi.of(without).rules()).hasSize(left).noneMatch(rule -> rule.name()
                    .equals("main." + part));
        }
    }

    private static String denies(Guard guard, String attack) {
        for (int i = 0; i < 150; i++) {
            String name = attack.equals("NAMES") ? "name" + i : "bob";
            String address = attack.equals("NETWORKS") ? "100.64." + i + ".1" : "198.18.0.1";
            Decision decision = attempt(guard, typed(name, address), 401);
            if (!decision.allowed()) {
                return decision.rule();
            }
        }
        return "none";
    }

    @Test
    void theLimitCanBeLeftOutAndEachPartChanged() {
        try (Guard guard = given(
                        "path=/login",
                        "name=param:username",
                        "limit=off",
                        "password.steps=1/1h lock 2h",
                        "account.description=One name")
                .build()) {
            assertThat(OperatorApi.of(guard).rules()).hasSize(4).anyMatch(rule -> rule.description()
                    .equals("One name"));
            attempt(guard, typed("bob", "198.18.0.1"), 401);
            Decision second = attempt(guard, typed("bob", "198.18.0.1"), 401);
            assertThat(second.reason()).isEqualTo(Reason.LOCKED);
            assertThat(second.retryAfter()).contains(Duration.ofHours(2));
            guard.rules().override("signin.main.password.steps", "5/1h lock 1h", HOUR, "less");
            assertThat(attempt(guard, typed("amy", "198.18.0.2"), 401).allowed())
                    .isTrue();
            assertThat(attempt(guard, typed("amy", "198.18.0.2"), 401).allowed())
                    .isTrue();
        }
    }

    @Test
    void itsRulesAreShownWhereRulesAre() {
        List<String> names = List.of("main.limit", "main.password", "main.address", "main.account");
        try (Guard guard = form().property("metrics", "jmx").build()) {
            attempt(guard, typed("bob", "198.18.0.1"), 401);
            Explanation explained = OperatorApi.of(guard).explain(typed("bob", "198.18.0.1"));
            assertThat(explained.rules())
                    .extracting(Explanation.RuleMatch::rule)
                    .containsAll(names);
            assertThat(OperatorApi.of(guard).figures().rules())
                    .extracting(RuleFigures::rule)
                    .contains(
                            "limit.main.limit",
                            "lockout.main.password",
                            "lockout.main.address",
                            "lockout.main.account");
            assertThat(OperatorApi.of(guard).figures().rules())
                    .filteredOn(rule -> rule.rule().equals("lockout.main.password"))
                    .singleElement()
                    .satisfies(rule -> assertThat(rule.allowed()).isEqualTo(1));
            guard.rules().override("signin.main.account.steps", "9/1d lock 1h", HOUR, "shown");
            assertThat(guard.rules().overrides().get(0).key()).isEqualTo("signin.main.account.steps");
        }
    }
}
