package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.operator.SettingInForce.Origin;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.testing.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What three lines of a sign-in stand for, how each part is changed, and what is wrong with others. */
class SignInReaderTest {

    private static final String[] THREE = {"path=/login", "name=param:username", "captcha=com.example.Captcha"};

    private static Given given(String... more) {
        return lines(THREE, more);
    }

    private static Given lines(String[] first, String... more) {
        List<String> lines = new ArrayList<>(List.of(first));
        lines.addAll(List.of(more));
        return Given.file("signin.main." + String.join("\nsignin.main.", lines));
    }

    private static Map<String, String> settings(Given given) {
        return given.read().declared().rules().stream()
                .flatMap(rule -> rule.settings().stream())
                .collect(Collectors.toMap(SettingInForce::key, SettingInForce::value, (first, same) -> first));
    }

    private static List<String> rules(Given given) {
        return given.read().declared().rules().stream().map(RuleInForce::full).toList();
    }

    private static List<String> read(Given given) {
        return given.read().rules().stream()
                .map(rule -> rule.kind().prefix() + "." + rule.name())
                .toList();
    }

    @Test
    void three_lines_are_the_recommended_rules() {
        assertThat(rules(given()))
                .isEqualTo(read(given()))
                .containsExactly(
                        "limit.main.limit", "lockout.main.password", "lockout.main.address", "lockout.main.account");
        assertThat(settings(given()))
                .containsEntry("signin.main.limit.rate", "10/1m")
                .containsEntry("signin.main.limit.key", "ip")
                .containsEntry("signin.main.limit.path", "/login")
                .containsEntry("signin.main.limit.when", "param:username")
                .containsEntry("signin.main.password.key", "param:username + ip")
                .containsEntry("signin.main.password.steps", "3/1h challenge, 10/1d lock 15m x2 max 24h")
                .containsEntry("signin.main.address.distinct", "param:username")
                .containsEntry("signin.main.account.key", "param:username")
                .containsEntry("signin.main.account.exempt", "recent-success 30d")
                .containsEntry("signin.main.account.success", "principal, session-renewed")
                .containsEntry("signin.main.account.challenge.verifier", "com.example.Captcha");
    }

    /** Whoever reads the two of them meets the same rules. */
    @Test
    void the_rules_are_those_that_somebody_would_write() {
        GuardConfig written = Given.file(
                        "limit.main-limit.rate=10/1m",
                        "limit.main-limit.path=/login",
                        "limit.main-limit.key=ip",
                        "limit.main-limit.when=param:username",
                        lockout(
                                "password",
                                "key=param:username + ip",
                                "steps=3/1h challenge, 10/1d lock 15m x2 max 24h"),
                        lockout(
                                "address",
                                "key=ip",
                                "distinct=param:username",
                                "steps=10/1h challenge, 30/1d lock 1h x2 max 24h"),
                        lockout(
                                "account",
                                "key=param:username",
                                "exempt=recent-success 30d",
                                "steps=10/1d challenge, 100/1d lock 1h x2 max 24h rearm 10"))
                .read();
        assertThat(given().read().rules())
                .map(SignInReaderTest::meaning)
                .isEqualTo(
                        written.rules().stream().map(SignInReaderTest::meaning).toList());
    }

    private static String lockout(String part, String... lines) {
        String prefix = "lockout.main-" + part + ".";
        return prefix
                + String.join(
                        "\n" + prefix,
                        "path=/login",
                        "failure=status:401,403",
                        "success=principal, session-renewed",
                        "challenge.verifier=com.example.Captcha",
                        String.join("\n" + prefix, lines));
    }

    private static String meaning(Rule rule) {
        String what = rule instanceof LockoutRule lockout ? lockout.policy() + " " + lockout.signals() : "";
        return rule.kind() + " " + rule.name().replace('.', '-') + " " + what.replace("main.", "main-");
    }

    @Test
    void without_a_captcha_a_challenge_is_a_short_lock() {
        Given given = lines(new String[] {"path=/login", "name=param:username"});
        assertThat(settings(given))
                .containsEntry("signin.main.password.steps", "3/1h lock 1m, 10/1d lock 15m x2 max 24h")
                .containsEntry("signin.main.address.steps", "10/1h lock 1m, 30/1d lock 1h x2 max 24h")
                .doesNotContainKey("signin.main.password.challenge.verifier");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "lenient → 30/1m → 5/1h challenge, 20/1d lock 15m x2 max 24h",
                "normal → 10/1m → 3/1h challenge, 10/1d lock 15m x2 max 24h",
                "strict → 10/1m → 2/1h challenge, 5/1d lock 15m x2 max 24h",
                "nist → 10/1m → 3/1h challenge, 10/1d lock 15m x2 max 24h",
                "pci → 10/1m → 3/1h challenge, 10/1d lock 30m x2 max 24h"
            })
    void strictness_chooses_the_figures(String strictness, String rate, String steps) {
        assertThat(settings(given("strictness=" + strictness)))
                .containsEntry("signin.main.limit.rate", rate)
                .containsEntry("signin.main.password.steps", steps);
    }

    @Test
    void each_part_has_its_keys_and_can_be_left_out() {
        Given given =
                given("account=off", "siege=off", "limit=off", "password.steps=5/1m lock 5m", "address.enforce=false");
        assertThat(read(given)).containsExactly("lockout.main.password", "lockout.main.address");
        assertThat(given.read().rules().get(0).shadow()).isFalse();
        assertThat(given.read().rules().get(1).shadow()).isTrue();
        assertThat(settings(given))
                .containsEntry("signin.main.password.steps", "5/1m lock 5m")
                .doesNotContainKey("signin.main.password.challenge.verifier");
    }

    @Test
    void what_all_parts_share_is_written_once() {
        Given given =
                given("enforce=false", "success=location:/account*", "failure=location:/login?error*", "status=403");
        assertThat(given.read().rules()).hasSize(4).allMatch(Rule::shadow);
        assertThat(settings(given))
                .containsEntry("signin.main.limit.status", "403")
                .containsEntry("signin.main.password.success", "location:/account*")
                .containsEntry("signin.main.account.failure", "location:/login?error*");
    }

    @Test
    void the_environment_changes_a_part_and_the_whole() {
        Given given = given().env("OSTIARY_SIGNIN_MAIN_ACCOUNT_STEPS", "7/1d lock 1h")
                .sys("ostiary.signin.main.strictness", "strict");
        assertThat(settings(given))
                .containsEntry("signin.main.account.steps", "7/1d lock 1h")
                .containsEntry("signin.main.address.steps", "5/1h challenge, 15/1d lock 1h x2 max 24h");
    }

    @Test
    void what_nobody_wrote_says_what_it_follows_from() {
        assertThat(given().read().declared().rules().get(1).settings())
                .filteredOn(setting ->
                        setting.key().endsWith(".steps") || setting.key().endsWith(".path"))
                .extracting(SettingInForce::key, SettingInForce::origin, SettingInForce::source)
                .containsExactlyInAnyOrder(
                        tuple("signin.main.password.path", Origin.FILE, "/WEB-INF/ostiary.properties"),
                        tuple("signin.main.password.steps", Origin.PRESET, "signin.main.strictness"));
    }

    /** No file has the figures of a strictness that it states. */
    @Test
    void figures_follow_from_a_strictness_that_is_written() {
        assertThat(given("strictness=nist", "account.cap=90")
                        .read()
                        .declared()
                        .rules()
                        .get(3)
                        .settings())
                .extracting(SettingInForce::key, SettingInForce::value, SettingInForce::origin, SettingInForce::source)
                .contains(
                        tuple("signin.main.strictness", "nist", Origin.FILE, "/WEB-INF/ostiary.properties"),
                        tuple("signin.main.account.cap", "90", Origin.FILE, "/WEB-INF/ostiary.properties"),
                        tuple("signin.main.account.unclear", "0", Origin.PRESET, "signin.main.strictness"));
    }

    /** No method is a way around the limit. */
    @ParameterizedTest
    @CsvSource({
        "param:username, param:username",
        "param:username/marks, param:username",
        "header:X-User, header:X-User",
        "attribute:user/exact, attribute:user",
        "json:user.name, "
    })
    void the_limit_counts_what_has_the_name_whatever_the_method(String name, String condition) {
        Map<String, String> settings = settings(lines(new String[] {"path=/api/login", "name=" + name}));
        assertThat(settings)
                .doesNotContainKey("signin.main.limit.methods")
                .containsEntry("signin.main.password.key", name + " + ip");
        assertThat(settings.get("signin.main.limit.when")).isEqualTo(condition);
    }

    /** A form and its JSON are one count; no alternative is without the address. */
    @Test
    void several_sources_are_one_name() {
        assertThat(settings(lines(
                        new String[] {"path=/login, /api/login", "name=param:username | json:user.name|header:X-User"
                        })))
                .containsEntry(
                        "signin.main.password.key", "param:username + ip | json:user.name + ip|header:X-User + ip")
                .containsEntry("signin.main.account.key", "param:username | json:user.name|header:X-User")
                .containsEntry("signin.main.address.distinct", "param:username | json:user.name|header:X-User")
                .doesNotContainKey("signin.main.limit.when");
    }

    @Test
    void a_condition_of_the_sign_in_holds_for_the_limit_too() {
        assertThat(settings(given("when=param:login")))
                .containsEntry("signin.main.limit.when", "param:login, param:username")
                .containsEntry("signin.main.account.when", "param:login");
    }

    @Test
    void requests_with_credentials_are_not_all_sign_ins() {
        Given basic = lines(new String[] {"path=/api/*", "name=basic:user"});
        assertThat(read(basic))
                .containsExactly(
                        "limit.main.siege", "lockout.main.password", "lockout.main.address", "lockout.main.account");
    }

    @Test
    void without_a_captcha_a_siege_has_a_limit_of_all() {
        Given given =
                lines(new String[] {"path=/login", "name=param:username", "strictness=strict", "siege.begin=50/10m"});
        assertThat(read(given)).contains("limit.main.siege");
        assertThat(settings(given))
                .containsEntry("signin.main.siege.rate", "1/1m")
                .containsEntry("signin.main.siege.key", "global")
                .containsEntry("signin.main.account.siege.limit", "main.siege")
                .containsEntry("signin.main.account.siege.begin", "50/10m")
                .doesNotContainKey("signin.main.siege.path");
        assertThat(read(given())).doesNotContain("limit.main.siege");
    }

    @Test
    void the_container_knows_the_name() {
        Given container = lines(new String[] {"login=container"});
        assertThat(read(container))
                .containsExactly(
                        "limit.main.siege", "lockout.main.password", "lockout.main.address", "lockout.main.account");
        assertThat(settings(container)).containsEntry("signin.main.account.key", "principal");
    }

    @Test
    void a_bean_has_neither_path_nor_answer() {
        Given bean = lines(new String[] {"name=arg:0", "success=return"});
        assertThat(read(bean)).hasSize(5);
        assertThat(settings(bean))
                .containsEntry("signin.main.password.key", "arg:0 + ip")
                .doesNotContainKey("signin.main.password.failure");
    }

    @Test
    void a_bean_that_may_return_for_a_success_is_warned_of_once() {
        try (LogLines log = LogLines.of("io.github.ostiary.config")) {
            lines(new String[] {"name=arg:0", "failure=exception:java.lang.SecurityException"})
                    .read();
            assertThat(log.warnings())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith("signin.main: a call that returns counts as failed")
                    .contains("write signin.main.success=return; if not, confirm by signin.main.success=principal");
        }
    }

    @Test
    void how_a_right_password_is_known_is_told_unless_it_is_written() {
        try (LogLines log = LogLines.of("io.github.ostiary.config")) {
            lines(new String[] {"path=/login", "name=param:username"}).read();
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("a right password is known by"))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .contains(
                            "signin.main: a right password", "A caller without a session, as of an API, shows neither")
                    .contains("unless signin.main.success names another proof");
            assertThat(log.warnings()).isEmpty();
        }
        for (String known : List.of("path=/login\nsuccess=status:204", "login=container")) {
            try (LogLines log = LogLines.of("io.github.ostiary.config")) {
                lines(("name=param:username\n" + known)
                                .replaceAll("name=.*\n(?=login)", "")
                                .split("\n"))
                        .read();
                assertThat(log.lines()).noneMatch(line -> line.contains("a right password is known by"));
            }
        }
    }

    @Test
    void the_account_lets_its_owner_in_where_they_were_before() {
        LockoutRule account = (LockoutRule) given().read().rules().get(3);
        assertThat(account.policy().aftermath().exemptMicros())
                .isEqualTo(Duration.ofDays(30).toMillis() * 1_000);
        assertThat(account.verifier()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "path=/a → signin.main: a sign-in needs the name that callers type; add"
                        + " signin.main.name=param:username (json:MEMBER for JSON, basic:user for BASIC, arg:0 for a bean's"
                        + " first argument), or signin.main.login=container or spring",
                "name=param:user + ip → signin.main.name=param:user + ip: must be one source of the name that"
                        + " callers type, or several with | between them, such as param:username, json:user.name, basic:user, header:X-User, attribute:user"
                        + " or arg:0, without ip; the rules add the address themselves",
                "name=ip → signin.main.name=ip: must be one source of the name that callers type, or several with | between them, such as"
                        + " param:username, json:user.name, basic:user, header:X-User, attribute:user or arg:0, without ip;"
                        + " the rules add the address themselves",
                "login=container\\nsignin.main.name=param:u → signin.main.name=param:u: with login the name is"
                        + " known where the password is checked; remove it, or login",
                "login=container\\nsignin.main.path=/login → signin.main.path=/login: the container decides where it asks for"
                        + " passwords; remove path, or login",
                "login=yes → signin.main.login=yes: must be container, for sign-ins that the container does"
                        + " itself, or spring, for those of Spring Security; for a sign-in of the application name its path"
                        + " in signin.main.path",
                "name=arg:0\\nsignin.main.strictness=hard → signin.main.strictness=hard: must be normal, lenient, strict, nist or pci",
                "name=arg:0\\nsignin.main.account=no → signin.main.account=no: must be on or off",
                "name=arg:0\\nsignin.main.account=off\\nsignin.main.account.cap=9 → signin.main.account.cap=9:"
                        + " signin.main.account=off leaves the rule out; remove this key, or write on there",
                "name=arg:0\\nsignin.main.captcha=a captcha → signin.main.captcha=a captcha: 'a captcha' is not a"
                        + " full class name; write one, such as com.example.Captcha, or one of puzzle, turnstile,"
                        + " hcaptcha, recaptcha",
                "name=arg:0\\nsignin.main.pasword.steps=1/1h lock 1h → unknown key 'signin.main.pasword.steps'; did you mean"
                        + " 'signin.main.password.steps'?",
                "name=arg:0\\nlockout.main.password.steps=1/1h lock 1h → unknown key 'lockout.main.password.steps'; the rules of"
                        + " a sign-in are written under its name: signin.main.password.steps",
                "name=arg:0\\nlimit.main.rate=1/1m → signin.main: limit.main has the same name, and beans ask for both by it;"
                        + " rename one of them",
                "name=param:u\\nsignin.main.captcha=a.C\\nsignin.main.siege.rate=5/1m →"
                        + " signin.main.siege.rate=5/1m: a siege with a captcha limits nothing; remove this key, or the"
                        + " captcha",
                "name=param:u\\nsignin.main.account=off\\nsignin.main.siege=off\\nsignin.main.siege.rate=5/1m →"
                        + " signin.main.siege.rate=5/1m: signin.main.account=off with signin.main.siege=off leaves the rule"
                        + " out; remove this key, or write on there",
                "name=param:u\\nsignin.main.siege.rate=0/1m → signin.main.siege.rate=0/1m: permits must be 1"
                        + " to 1000000000, not 0",
                "name=param:u\\nsignin.main.captcha=a.C\\nsignin.main.siege.begin=20 → signin.main.siege.begin=20: must be"
                        + " failures/window, such as 20/30m",
                "name=param:u\\nsignin.main.captcha=a.C\\nsignin.main.siege=now → signin.main.siege=now: must be auto, on or off",
                "name=param:u\\nsignin.main.path=login → signin.main.path=login: 'login' is not a path; write /exact, /subtree/*,"
                        + " *.ext or /a/*/b, with ! before an exclusion",
                "name=arg:0\\nsignin.main.password.steps=3 → signin.main.password.steps=3: step '3': it must"
                        + " start with failures/window, such as 10/1h lock 15m"
            })
    void mistakes_name_the_line_to_write(String lines, String problem) {
        Given given = Given.file(("signin.main." + lines).split("\\\\n"));
        assertThat(given.problems()).containsExactly(problem);
    }
}
