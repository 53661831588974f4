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
import org.junit.jupiter.params.provider.ValueSource;

class LockoutReaderTest {

    private static final String STEPS = "steps=10/1h lock 15m";

    private static Given given(String... lines) {
        return Given.file("lockout.a." + String.join("\nlockout.a.", lines));
    }

    @Test
    void the_container_says_itself_what_failed() {
        LockoutRule rule = given("login=container", "key=principal + ip", STEPS).lockout();
        assertThat(rule.guardsContainer()).isTrue();
        assertThat(rule.signals()).isEqualTo(Signals.OF_CONTAINER);
        assertThat(rule.basics().matcher().paths()).isEmpty();
        assertThat(rule.policy().aftermath().consecutive()).isTrue();
        assertThat(given(STEPS).lockout().guardsContainer()).isFalse();
        assertThat(given(STEPS, "path=/x", "failure=status:401").lockout().guardsContainer())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    login=spring                              | lockout.a.login=spring: must be container
                    login=container; path=/x; failure=api     | lockout.a.path=/x: the container decides where
                    login=container; failure=status:401       | lockout.a.failure=status:401: the container itself says so
                    login=container; success=return           | lockout.a.success=return: the container itself says so
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
                        new Aftermath(false, 86_400_000_000L, new ChallengeTerms(3, 300_000_000), true, 0, 10),
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
                "key=cookie:c     | param  | false",
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

    @Test
    void steps_are_needed_and_with_a_path_a_failure() {
        assertThat(given("path=/login").problems())
                .containsExactly(
                        "lockout.a: a lockout needs steps; add lockout.a.steps=10/1h lock 15m",
                        "lockout.a: a lockout with a path must know a failure when it sees one; add"
                                + " lockout.a.failure=status:401,403 or location:/login?error*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "perIp=5 → a lockout has none; count addresses in a lockout of their own, with key=ip",
                "methods=POST → it means nothing without a path; add lockout.a.path=/* or remove it",
                "status=200 → must be a whole number from 400 to 599",
                "onMissingKey=x → must be refuse or allow",
                "failure=status:401 → status and location are seen on answers to requests only; add lockout.a.path=/login"
                        + " or remove them",
                "success=location:/home → status and location are seen on answers to requests only; add"
                        + " lockout.a.path=/login or remove them",
                "failure=principal → principal, who is authenticated now and was not before, is no failure; remove it",
                "success=exception:a.B → an exception that escapes is never a success; remove exception:CLASS",
                "consecutive=maybe → must be true or false",
                "extendOnAttempt=1 → must be true or false",
                "memory=59s → must be from 1m to 366d",
                "memory=367d → must be from 1m to 366d",
                "cap=-1 → must be a whole number from 0 to 1000",
                "cap=1001 → must be a whole number from 0 to 1000",
                "settle=999ms → must be from 1s to 10m",
                "settle=11m → must be from 1s to 10m",
                "wait=61s → must be from 0ms to 1m",
                "victimLock=yes → must be accept",
                "victimLock=accept → neither cap, nor a block step, nor challenge.lock shuts anybody out; remove it",
                "challenge.verifier=a.B → there is no challenge; add a step such as 3/1m challenge to lockout.a.steps or"
                        + " remove it",
                "challenge.attempts=3 → there is no challenge; add a step such as 3/1m challenge to lockout.a.steps or"
                        + " remove it",
                "challenge.lock=5m → there is no challenge; add a step such as 3/1m challenge to lockout.a.steps or"
                        + " remove it",
                "distinct=param:a, param:b → it is one value and not several; join them by +, such as"
                        + " param:tenant+param:username",
                "distinct=principal|ip → each of what the rule counts by has just one; name what differs, such as key=ip"
                        + " with distinct=param:username",
                "distinct=param: → key 'param:': param needs a name of letters, digits and _ . - : $; write param:NAME,"
                        + " and quote a name with other characters",
                "exempt=recent-success 30d → it lets an owner in from where they succeeded before, and 'principal | ip'"
                        + " counts addresses already; remove it or count on who is tried, such as"
                        + " lockout.a.key=param:username",
                "key=ipp → key 'ipp': unknown source 'ipp'; did you mean ip? Known are ip, principal, session,"
                        + " global, host, header:NAME, cookie:NAME, param:NAME, json:NAME, basic:user,"
                        + " attribute:NAME, arg:NAME, path:NAME, role:NAME, resolver:NAME",
            })
    void problems(String line, String problem) {
        assertThat(given(STEPS, line).problems()).containsExactly("lockout.a." + line + ": " + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '"',
            value = {
                "recent 30d → 'recent 30d' exempts nobody; write recent-success 30d",
                "recent-success → 'recent-success' exempts nobody; write recent-success 30d",
                "recent-success 59s → must be from 1m to 366d",
                "recent-success 367d → must be from 1m to 366d",
            })
    void problems_of_the_exemption(String value, String problem) {
        assertThat(given(STEPS, "key=param:username", "exempt=" + value).problems())
                .containsExactly("lockout.a.exempt=" + value + ": " + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "key=ip; consecutive=true → consecutive=true: strangers share 'ip', and an attacker's own login would"
                        + " clear its failures; remove it or count on who is tried, such as"
                        + " lockout.a.key=param:username",
                "key=ip|host; cap=5 → cap=5: it counts consecutive failures, and here nothing is consecutive; count on"
                        + " who is tried, such as lockout.a.key=param:username, or remove cap",
                "distinct=path:1; consecutive=true → consecutive=true: different values count for their window, whatever"
                        + " succeeds; remove it or lockout.a.distinct",
                "distinct=path:1; cap=5 → cap=5: it counts consecutive failures, and here nothing is consecutive; remove"
                        + " lockout.a.distinct, or remove cap",
                "consecutive=false; cap=5 → cap=5: it counts consecutive failures, and here nothing is consecutive; set"
                        + " lockout.a.consecutive=true, or remove cap",
                "cap=5 → cap=5: anybody could shut a victim out until somebody unblocks, since 'principal | ip' counts"
                        + " some without ip; add +ip to lockout.a.key, or accept it with lockout.a.victimLock=accept",
                "key=param:u; steps=5/1h block → steps=5/1h block: anybody could shut a victim out until somebody"
                        + " unblocks, since 'param:u' counts some without ip; add +ip to lockout.a.key, or accept it"
                        + " with lockout.a.victimLock=accept",
                "key=ip, param:u; steps=5/1h block; cap=5 → cap=5: anybody could shut a victim out until somebody"
                        + " unblocks, since 'ip, param:u' counts some without ip; add +ip to lockout.a.key, or accept it"
                        + " with lockout.a.victimLock=accept",
                "key=param:u; steps=3/1m challenge; challenge.lock=5m → challenge.lock=5m: anybody could shut a victim out"
                        + " with wrong answers, again and again, since 'param:u' counts some without ip; remove it, so"
                        + " that wrong answers lock no key without ip, add +ip to lockout.a.key, or accept it with"
                        + " lockout.a.victimLock=accept",
                "key=ip; steps=5/1h block; victimLock=accept → victimLock=accept: the key has ip, so that nobody shuts"
                        + " out another; remove it",
                "path=/login; failure=api, attribute:x; success=api → success=api: a signal of it is in lockout.a.failure"
                        + " too, which wins; keep it in one",
                "path=/login; failure=status:401; steps=3/1m challenge → challenge.verifier: a challenge step needs who"
                        + " checks the answers; name a class that implements io.github.ostiary.ChallengeVerifier, such"
                        + " as com.example.Captcha, or remove the step",
                "steps=3/1m challenge; challenge.verifier=my captcha → challenge.verifier=my captcha: 'my captcha' is not"
                        + " a class name; write it in full, such as com.example.Captcha",
                "steps=3/1m challenge; challenge.attempts=101 → challenge.attempts=101: must be a whole number from 1 to"
                        + " 100",
                "key=ip; steps=3/1m challenge; challenge.lock=999ms → challenge.lock=999ms: must be from 1s to 36500d",
                "steps=3/1m lok → steps=3/1m lok: step '3/1m lok': unknown action 'lok'; did you mean lock? Write"
                        + " challenge, delay 2s, lock 15m or block",
            })
    void impossible_combinations(String lines, String problem) {
        Given given = given(lines.split("; "));
        if (!lines.contains("steps=")) {
            given.initParam("lockout.a.steps", "10/1h lock 15m");
        }
        assertThat(given.problems()).containsExactly("lockout.a." + problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key=param:u+ip; steps=5/1h block; cap=7",
                "key=ip; steps=5/1h block",
                "key=param:u; steps=5/1h block; victimLock=accept",
                "key=param:u; steps=3/1m challenge; challenge.lock=5m; victimLock=accept",
                "key=param:u + ip; steps=3/1m challenge; challenge.lock=5m",
                "steps=5/1h lock 1m; cap=0",
                "steps=3/1m challenge",
                "steps=3/1m challenge; challenge.attempts=5; path=/login; failure=api; challenge.verifier=a.B",
                "steps=5/1h lock 1m; failure=exception:a.B; success=return",
                "steps=5/1h lock 1m; key=ip; distinct=param:u; extendOnAttempt=true",
                "steps=bad is said once; cap=5; victimLock=accept; challenge.attempts=5",
                "key=bad; steps=5/1h block; cap=5; exempt=recent-success 1d; consecutive=true",
            })
    void possible_combinations(String lines) {
        assertThat(given(lines.split("; ")).problems()).hasSize(lines.contains("bad") ? 1 : 0);
    }
}
