package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

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
                        "lockout.login.steps=x")
                .sys("ostiary.expectedNodes", "-1");
        assertThatThrownBy(given::read)
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        """
                        Ostiary's configuration has 10 problems:
                          - duplicate key 'enabled'; keep one of its lines
                          - unknown key 'limit.api.rat'; did you mean 'limit.api.rate'?
                          - lockout.login.*: this version does not support lockout rules yet; remove these keys
                          - limit.api.key: ${env:KEY} is not set; set it or write a default, ${env:KEY:default}
                          - enabled=yes: must be true or false
                          - expectedNodes=-1 (system property ostiary.expectedNodes): must be a whole number from 1 to 10000
                          - limit.api.rate=100/1x: '100/1x' is not a rate; write permits/window, such as 100/1m
                          - limit.b.burst=5: a sliding-log has no burst; use a token-bucket or remove it
                          - limit.b: a limit needs a rate; add limit.b.rate=100/1m
                          - allow.a: an allow rule needs a condition; add allow.a.ip, allow.a.principal or allow.a.when""");
    }

    @Test
    void reads_two_hundred_rules_in_their_order() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            lines.add("limit.r" + i + ".rate=" + (i + 1) + "/1m");
            lines.add("limit.r" + i + ".path=/r" + i + "/*");
        }
        List<LimitConfig> limits = Given.file(lines.toArray(String[]::new))
                .env("OSTIARY_LIMIT_R199_RATE", "7/1s")
                .read()
                .limits();
        assertThat(limits).hasSize(200);
        for (int i = 0; i < 199; i++) {
            assertThat(limits.get(i).name()).isEqualTo("r" + i);
            assertThat(limits.get(i).rate()).hasToString("[" + (i + 1) + "/1m]");
            assertThat(limits.get(i).match().path()).containsExactly("/r" + i + "/*");
        }
        assertThat(limits.get(199).rate()).hasToString("[7/1s]");
    }

    @Test
    void takes_later_problems_in_the_same_form() {
        Problems problems = new Problems();
        GuardConfig config = ConfigReader.read(
                Given.file("limit.api.rate=bad")
                        .env("OSTIARY_LIMIT_API_KEY", "ipp")
                        .inputs(),
                problems);
        LimitConfig limit = config.limits().get(0);
        problems.add("limit.api.key", limit.key(), "'ipp' is not a source; did you mean 'ip'?");
        assertThat(problems.toException().problems())
                .containsExactly(
                        "limit.api.rate=bad: 'bad' is not a rate; write permits/window, such as 100/1m",
                        "limit.api.key=ipp (environment variable OSTIARY_LIMIT_API_KEY): 'ipp' is not a source; did"
                                + " you mean 'ip'?");
    }

    @Test
    void copies_textual_system_properties_with_their_defaults() {
        Properties defaults = new Properties();
        defaults.setProperty("a", "1");
        Properties properties = new Properties(defaults);
        properties.setProperty("b", "2");
        properties.put("c", 3);
        assertThat(Inputs.systemProperties(properties)).isEqualTo(Map.of("a", "1", "b", "2"));
    }
}
