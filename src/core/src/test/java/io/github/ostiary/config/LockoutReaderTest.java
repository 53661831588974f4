package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.rule.Signal;
import io.github.ostiary.rule.Signals;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.LockoutPolicy.Aftermath;
import io.github.ostiary.store.LockoutPolicy.ChallengeTerms;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LockoutReaderTest {

    private static final String STEPS = "steps=10/1h lock 15m";

    private static Given given(String... lines) {
        return Given.file("lockout.a." + String.join("\nlockout.a.", lines));
    }

    @Test
    void the_container_says_itself_what_failed() {
        LockoutRule rule = given("login=container", "key=principal + ip", STEPS).lockout();
        assertThat(rule.judge()).isEqualTo(Signals.Judge.CONTAINER);
        assertThat(rule.signals()).isEqualTo(Signals.OF_CONTAINER);
        assertThat(rule.basics().matcher().paths()).isEmpty();
        assertThat(rule.policy().aftermath().consecutive()).isTrue();
        assertThat(given(STEPS).lockout().judge()).isEqualTo(Signals.Judge.APPLICATION);
        assertThat(given(STEPS, "path=/x", "failure=status:401").lockout().judge())
                .isEqualTo(Signals.Judge.APPLICATION);
    }

    @Test
    void spring_security_says_itself_what_failed() {
        LockoutRule rule = given("login=spring", "key=principal + ip", STEPS).lockout();
        assertThat(rule.judge()).isEqualTo(Signals.Judge.SPRING);
        assertThat(rule.signals()).isEqualTo(Signals.OF_SPRING);
        assertThat(rule.basics().matcher().paths()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    login=shiro                               | lockout.a.login=shiro: must be container, for sign-ins that the container does itself, or spring
                    login=spring; path=/x; failure=api        | lockout.a.path=/x: Spring Security decides where
                    login=container; path=/x; failure=api     | lockout.a.path=/x: the container decides where
                    login=container; failure=status:401       | lockout.a.failure=status:401: the container itself says how a sign-in ended
                    login=container; success=return           | lockout.a.success=return: the container itself says how a sign-in ended
                    login=container; methods=POST             | lockout.a.methods=POST
                    login=container; position=last            | lockout.a.position=last
                    """)
    void what_the_container_keeps_to_itself_is_not_configured(String lines, String problem) {
        String[] all = (lines + "; " + STEPS).split("; ");
        assertThat(given(all).problems()).anyMatch(told -> told.contains(problem));
    }

    @Test
    void defaults() {
        LockoutRule rule = given(STEPS).lockout();
        TestCall call = new TestCall("POST", "/").from("192.0.2.1");
        assertThat(rule.name()).isEqualTo("a");
        assertThat(rule.basics().matcher().paths()).isEmpty();
        assertThat(rule.basics().matcher().methods().names()).isEmpty();
        assertThat(rule.basics().matcher().when()).accepts(call);
        assertThat(rule.basics().matcher().position()).isEqualTo(Position.FIRST);
        assertThat(rule.keyOf(call)).isEqualTo(Key.ip("192.0.2.1"));
        assertThat(rule.keyOf(call.as("bob"))).isEqualTo(Key.principal("bob"));
        assertThat(rule.shadow()).isFalse();
        assertThat(rule.onStoreFailure()).isEqualTo(FailurePolicy.LOCAL);
        assertThat(rule.basics().status()).isEmpty();
        assertThat(rule.terms().needsKey()).isTrue();
        assertThat(rule.signals()).isEqualTo(new Signals(List.of(), List.of(new Signal.Authenticated()), List.of()));
        assertThat(rule.policy())
                .isEqualTo(new LockoutPolicy(
                        "a",
                        false,
                        StepsParser.parse("10/1h lock 15m"),
                        false,
                        0,
                        new Aftermath(false, 86_400_000_000L, new ChallengeTerms(3, 300_000_000), true, 0, false, 10),
                        30_000_000));
        assertThat(rule.subject().distinct()).isNull();
        assertThat(rule.subject().network()).isNull();
        assertThat(rule.waitMicros()).isEqualTo(5_000_000);
        assertThat(rule.verifier()).isEmpty();
    }

    @Test
    void everything_set() throws Exception {
        String steps = "3/1m challenge, 6/5m delay 2s, 10/1h lock 15m x2 max 24h, 50/7d block";
        LockoutRule rule = given(
                        "path=/login",
                        "methods=POST, PUT",
                        "when=header:X",
                        "position=last",
                        "key=param:username",
                        "enforce=false",
                        "onStoreFailure=deny",
                        "status=423",
                        "onMissingKey=allow",
                        "failure=status:401,403, location:/login?error*",
                        "success=principal, location:/home",
                        "neutral=location:/login/password",
                        "steps=" + steps,
                        "consecutive=true",
                        "extendOnAttempt=true",
                        "memory=366d",
                        "cap=100",
                        "victimLock=accept",
                        "unclear=7",
                        "exempt=recent-success 30d",
                        "settle=10m",
                        "wait=60s",
                        "challenge.verifier=com.example.Right",
                        "challenge.attempts=100",
                        "challenge.lock=36500d")
                .lockout();
        TestCall call = new TestCall("POST", "/login").from("192.0.2.1").param("username", "Bob");
        assertThat(rule.basics().matcher().paths())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(PathPattern.parse("/login"));
        assertThat(rule.basics().matcher().methods().names()).containsExactlyInAnyOrder("POST", "PUT");
        assertThat(rule.basics().matcher().when()).rejects(call);
        assertThat(rule.basics().matcher().when()).accepts(call.header("X", "y"));
        assertThat(rule.basics().matcher().position()).isEqualTo(Position.LAST);
        assertThat(rule.keyOf(call).parts()).extracting(Key.Part::value).containsExactly("bob");
        assertThat(rule.shadow()).isTrue();
        assertThat(rule.onStoreFailure()).isEqualTo(FailurePolicy.DENY);
        assertThat(rule.basics().status()).hasValue(423);
        assertThat(rule.terms().needsKey()).isFalse();
        assertThat(rule.signals())
                .isEqualTo(new Signals(
                        List.of(new Signal.Status(Set.of(401, 403)), new Signal.Location("/login?error", true)),
                        List.of(new Signal.Authenticated(), new Signal.Location("/home", false)),
                        List.of(new Signal.Location("/login/password", false))));
        assertThat(rule.subject().network().apply(call)).contains(Key.ip("192.0.2.1"));
        assertThat(rule.waitMicros()).isEqualTo(60_000_000);
        assertThat(rule.verifier().orElseThrow().verify(call)).isTrue();
        assertThat(rule.policy())
                .isEqualTo(new LockoutPolicy(
                        "a",
                        true,
                        StepsParser.parse(steps),
                        false,
                        100,
                        new Aftermath(
                                true,
                                366 * 86_400_000_000L,
                                new ChallengeTerms(100, 36_500 * 86_400_000_000L),
                                true,
                                30 * 86_400_000_000L,
                                true,
                                7),
                        600_000_000));
    }

    @Test
    void where_only_a_network_is_counted_no_success_clears_or_exempts() {
        LockoutRule rule = given("key=param:u", STEPS, "cap=5", "victimLock=accept", "exempt=recent-success 1d")
                .lockout();
        LockoutPolicy network = rule.policyOf(Key.ip("1.2.3.4"));
        assertThat(rule.policy().aftermath().consecutive()).isTrue();
        assertThat(network.aftermath().consecutive()).isFalse();
        assertThat(network.cap()).isZero();
        assertThat(network.aftermath().exemptMicros()).isZero();
        assertThat(network.steps()).isEqualTo(rule.policy().steps());
        assertThat(network.shadow()).isFalse();
    }

    /** Applications sign in by any method: whoever names somebody has tried. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "key=param:u      | param  | true",
                "key=param:u+ip   | param  | true",
                "key=json:u       | json   | true",
                "key=header:x-key | header | true",
                "key=principal    | param  | false",
                "key=attribute:a  | param  | false",
                "key=ip           | param  | false",
                "key=param:u; methods=POST | param | false",
                "key=param:u; methods=*    | param | true",
                "key=ip; methods=*         | none  | true",
                "key=ip; distinct=param:u  | param | true",
                "key=param:u; when=param:p | param | false",
                "key=param:u; when=param:u | param | true",
            })
    void whatever_names_somebody_is_an_attempt_by_any_method(String lines, String named, boolean attempt) {
        LockoutRule rule = given(Stream.concat(
                                Stream.of("path=/login", "failure=status:401", STEPS), Stream.of(lines.split("; ")))
                        .toArray(String[]::new))
                .lockout();
        for (String method : List.of("GET", "PROPFIND", "put", "OPTIONS")) {
            TestCall call = new TestCall(method, "/login");
            TestCall other = new TestCall(method, "/login");
            switch (named) {
                case "param" -> call.param("u", "bob");
                case "json" -> call.json("u", "bob");
                case "header" -> call.header("X-Key", "k");
                default -> {}
            }
            assertThat(isAbout(rule, call)).as(method).isEqualTo(attempt);
            assertThat(isAbout(rule, other)).as(method).isEqualTo(lines.endsWith("*"));
        }
        assertThat(isAbout(rule, new TestCall("post", "/login").param("p", "x").param("u", "y")))
                .isTrue();
    }

    private static boolean isAbout(LockoutRule rule, CallContext call) {
        return !new RuleSet(List.of(rule), List.of())
                .matching(call, "/login", Position.FIRST, new MetRules())
                .isEmpty();
    }

    @Test
    void a_login_is_posted() {
        assertThat(given("path=/login", "failure=status:401", STEPS)
                        .lockout()
                        .basics()
                        .matcher()
                        .methods()
                        .names())
                .containsExactly("POST");
    }

    @ParameterizedTest
    @CsvSource({
        "principal | ip, true",
        "param:username, true",
        "param:username + ip, true",
        "ip, false",
        "ip/24 | global, false",
        "host, false"
    })
    void a_success_clears_except_on_networks(String key, boolean consecutive) {
        assertThat(given("key=" + key, STEPS).lockout().policy().aftermath().consecutive())
                .isEqualTo(consecutive);
        assertThat(given("key=" + key, STEPS, "consecutive=false")
                        .lockout()
                        .policy()
                        .aftermath()
                        .consecutive())
                .isFalse();
    }

    @Test
    void different_values_are_counted_in_windows() {
        LockoutRule rule = given("key=ip", STEPS, "distinct=param:username").lockout();
        TestCall call = new TestCall("POST", "/").param("username", "bob");
        assertThat(rule.subject().distinct().apply(call)).isPresent();
        assertThat(rule.subject().distinct().apply(call))
                .isNotEqualTo(rule.subject().distinct().apply(new TestCall("POST", "/").param("username", "eve")));
        assertThat(rule.policy().distinct()).isTrue();
        assertThat(given("key=principal", STEPS, "distinct=path:2")
                        .lockout()
                        .policy()
                        .aftermath()
                        .consecutive())
                .isFalse();
    }
}
