package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.config.ClassLookup;
import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.Given;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Limit;
import io.github.ostiary.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WholeConfigurationTest {

    @Test
    void throws_all_problems_at_once() {
        Given given = Given.file(
                        "enabled=yes",
                        "enabled=true",
                        "limit.api.rat=1/1m",
                        "limit.api.rate=100/1x",
                        "limit.api.key=${env:KEY}",
                        "limit.b.burst=5",
                        "allow.a.path=/*",
                        "concurrency.b.wait=2m",
                        "lockout.login.path=/login",
                        "lockout.login.steps=x")
                .sys("ostiary.expectedNodes", "-1");
        assertThatThrownBy(given::read)
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        """
                        Ostiary's configuration has 12 problems:
                          - duplicate key 'enabled'; keep one of its lines
                          - unknown key 'limit.api.rat'; did you mean 'limit.api.rate'?
                          - limit.api.key: ${env:KEY} is not set; set it or write a default, ${env:KEY:default}
                          - enabled=yes: must be true or false
                          - expectedNodes=-1 (system property ostiary.expectedNodes): must be a whole number from 1 to 10000
                          - limit.api.rate=100/1x: '100/1x' is not a rate; write permits/window, such as 100/1m
                          - limit.b.burst=5: a sliding-log has no burst; use a token-bucket or remove it
                          - limit.b: a limit needs a rate; add limit.b.rate=100/1m
                          - allow.a: an allow rule needs a condition; add allow.a.ip, allow.a.principal or allow.a.when
                          - concurrency.b: a concurrency rule needs permits; add concurrency.b.permits=10
                          - concurrency.b.wait=2m: must be from 0ms to 1m
                          - lockout.login.steps=x: step 'x': it must start with failures/window, such as 10/1h lock 15m""");
    }

    @Test
    void reads_two_hundred_rules_in_their_order() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            lines.add("limit.r" + i + ".rate=" + (i + 1) + "/1m");
            lines.add("limit.r" + i + ".path=/r" + i + "/*");
        }
        List<Rule> limits = Given.file(lines.toArray(String[]::new))
                .env("OSTIARY_LIMIT_R199_RATE", "7/1s")
                .read()
                .rules();
        assertThat(limits).hasSize(200);
        for (int i = 0; i < 199; i++) {
            assertThat(limits.get(i).name()).isEqualTo("r" + i);
            assertThat(rates(limits.get(i))).hasToString("[" + (i + 1) + "/1m]");
            assertThat(limits.get(i).basics().matcher().paths())
                    .usingRecursiveFieldByFieldElementComparator()
                    .containsExactly(PathPattern.parse("/r" + i + "/*"));
        }
        assertThat(rates(limits.get(199))).hasToString("[7/1s]");
    }

    private static List<Rate> rates(Rule rule) {
        return ((LimitRule) rule)
                .limits().ofAllPlans().stream()
                        .flatMap(keyed -> keyed.limits().stream())
                        .map(Limit::rate)
                        .toList();
    }

    @Test
    void says_what_is_guarded_and_what_denials_answer() {
        Given given = Given.file(
                "limit.a.rate=1/1m",
                "limit.a.usage=true",
                "usage.path=/me/usage",
                "limit.b.rate=1/1m, 100/day",
                "limit.b.path=/b/ , *.do, !/b//*, !/",
                "concurrency.c.permits=2",
                "concurrency.c.status=503",
                "lockout.d.steps=10/1h lock 15m",
                "lockout.d.status=423",
                "signin.f.name=arg:0",
                "signin.f.enforce=proved",
                "allow.e.ip=::1",
                "challengePage=/challenge.html");
        Composition composition = Composition.of(
                given.inputs(), getClass().getClassLoader(), Optional.of(new ManualTimeSource()), List.of());
        try (ConfiguredGuard guard = composition.guard()) {
            assertThat(guard).isNotNull();
            assertThat(composition.startLines())
                    .containsExactly(
                            "Ostiary guards this application: 4 limit, 1 concurrency, 4 lockout, 1 allow and 0 block rules,"
                                    + " counters in this JVM. Paths: limit.b /b *.do !/b/* !/; allow.e /*; usage.path /me/usage",
                            "signin.f: enforce=proved: its locks and challenges are only reported until a success is proved; its limits"
                                    + " and its siege are enforced",
                            "counted by the calendar, so that the quota starts again on the hour, at midnight or on the first"
                                    + " of the month (5/hour; 5/1h limits any hour): limit.b=100/day",
                            "without a path, so for beans and Java only: limit.a, limit.f.limit, limit.f.siege, concurrency.c,"
                                    + " lockout.d, lockout.f.password, lockout.f.address, lockout.f.account");
            assertThat(composition.guard().inForce().edge().statuses()).isEqualTo(Map.of("c", 503, "d", 423));
            assertThat(composition.guard().inForce().edge().pages().challenge()).contains("/challenge.html");
        }
    }

    @Test
    void saysWhichCallersExportsCannotName() {
        Given given = Given.file(
                "redis.uri=" + RedisServer.shared().uri(),
                "limit.a.rate=1/1m",
                "limit.a.key=header:X-Api-Key",
                "limit.a.perIp=9/1m",
                "limit.b.rate=1/1m",
                "limit.b.key=principal | ip",
                "lockout.c.steps=3/1m lock 5m",
                "lockout.c.key=param:user");
        Composition composition =
                Composition.of(given.inputs(), getClass().getClassLoader(), Optional.empty(), List.of());
        try (ConfiguredGuard guard = composition.guard()) {
            assertThat(guard).isNotNull();
            assertThat(composition.startLines())
                    .contains(
                            "exports of what callers have used show these callers as digests: limit.a.key=header:X-Api-Key");
        }
    }

    @Test
    void a_siege_is_met_where_its_sign_in_is() {
        Given given =
                Given.file("signin.main.login=container", "signin.form.path=/login", "signin.form.name=param:username");
        Composition composition = Composition.of(
                given.inputs(), getClass().getClassLoader(), Optional.of(new ManualTimeSource()), List.of());
        try (ConfiguredGuard guard = composition.guard()) {
            assertThat(guard).isNotNull();
            assertThat(String.join("\n", composition.startLines()))
                    .contains("limit.main.siege sign-ins of the container")
                    .contains("limit.form.siege /login")
                    .doesNotContain("for beans and Java only");
        }
    }

    @Test
    void says_that_there_is_nothing() {
        Composition composition = Composition.of(
                Given.file("headers=none").inputs(),
                getClass().getClassLoader(),
                Optional.of(new ManualTimeSource()),
                List.of());
        try (ConfiguredGuard guard = composition.guard()) {
            assertThat(guard).isNotNull();
            assertThat(composition.startLines())
                    .hasSize(2)
                    .last()
                    .asString()
                    .startsWith("no rules found")
                    .contains("/WEB-INF/ostiary.properties", "limit.browse.path=/*");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "limit.a., rate=1/1m",
        "concurrency.a., permits=2",
        "lockout.a., steps=5/1h lock 1m",
    })
    void rules_for_beans_and_last_ones_need_a_second_registration(String rule, String line) {
        String path = rule + "path=/a";
        String failure = rule.startsWith("lockout") ? rule + "failure=api" : "";
        assertThat(hasLastRules(rule + line)).isTrue();
        assertThat(hasLastRules(rule + line, path, failure)).isFalse();
        assertThat(hasLastRules(rule + line, path, failure, rule + "position=last"))
                .isTrue();
    }

    private boolean hasLastRules(String... lines) {
        Composition composition = Composition.of(
                Given.file(lines).inputs(),
                getClass().getClassLoader(),
                Optional.of(new ManualTimeSource()),
                List.of());
        composition.guard().close();
        return composition.guard().inForce().edge().hasLastRules();
    }

    @Test
    void tells_what_values_refer_to_behind_the_values_and_what_is_found_later_last() {
        Problems problems = new Problems();
        Given given = Given.file(
                        "trustedProxies=nobody",
                        "block.z.ip=300.1.1.1",
                        "lockout.l.steps=5/1h lock 1m",
                        "lockout.l.key=resolver:a.B",
                        "limit.api.path=api",
                        "limit.api.rate=bad")
                .env("OSTIARY_LIMIT_API_KEY", "ipp");
        ClassLookup nothing = new ApplicationClasses(getClass().getClassLoader());
        GuardConfig config = ConfigReader.read(given.inputs(), nothing, problems);
        assertThat(config.rules()).hasSize(2);
        problems.add("listener", "a.B", "there is no such class");
        assertThat(problems.toException().problems())
                .extracting(problem -> problem.replaceFirst("^([^=]+=\\S+( \\(.*\\))?:).*", "$1"))
                .containsExactly(
                        "limit.api.rate=bad:",
                        "trustedProxies=nobody:",
                        "limit.api.key=ipp (environment variable OSTIARY_LIMIT_API_KEY):",
                        "limit.api.path=api:",
                        "lockout.l.key=resolver:a.B:",
                        "block.z.ip=300.1.1.1:",
                        "listener=a.B:");
    }

    @Test
    void copies_textual_system_properties_with_their_defaults() {
        Properties defaults = new Properties();
        defaults.setProperty("a", "1");
        Properties properties = new Properties(defaults);
        properties.setProperty("b", "2");
        properties.put("c", 3);
        assertThat(ConfigSources.systemProperties(properties)).isEqualTo(Map.of("a", "1", "b", "2"));
    }

    @Test
    void says_the_paths_of_a_hundred_rules_and_that_there_are_more() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 102; i++) {
            lines.add("limit.r" + i + ".rate=1/1m");
            lines.add("limit.r" + i + ".path=/p" + i);
        }
        Composition composition = Composition.of(
                Given.file(lines.toArray(String[]::new)).inputs(),
                getClass().getClassLoader(),
                Optional.of(new ManualTimeSource()),
                List.of());
        try (ConfiguredGuard guard = composition.guard()) {
            assertThat(guard).isNotNull();
            assertThat(composition.startLines())
                    .singleElement(STRING)
                    .contains(". Paths: limit.r0 /p0; limit.r1 /p1; ")
                    .endsWith("; limit.r99 /p99; and those of 2 more rules");
        }
    }
}
