package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverridesTest {

    @ParameterizedTest
    @CsvSource({
        "enabled, OSTIARY_ENABLED",
        "redis.timeout, OSTIARY_REDIS_TIMEOUT",
        "keyPrefix, OSTIARY_KEYPREFIX",
        "limit.api.rate, OSTIARY_LIMIT_API_RATE",
        "limit.api-v2.minInterval, OSTIARY_LIMIT_API_V2_MININTERVAL",
        "limit.api.rate.by, OSTIARY_LIMIT_API_RATE_BY",
        "limit.api.rate.pro-plan, OSTIARY_LIMIT_API_RATE_PRO_PLAN",
    })
    void environment_names(String key, String name) {
        assertThat(Setting.environmentName(key)).isEqualTo(name);
    }

    @Test
    void environment_reaches_keys_with_dots_hyphens_and_capitals() {
        GuardConfig config = Given.file(
                        "limit.api-v2.rate=1/1m", "limit.api-v2.rate.pro=2/1m", "block.bad.ip=192.0.2.1")
                .env("OSTIARY_REDIS_TIMEOUT", "PT0.1S")
                .env("OSTIARY_KEYPREFIX", "mine")
                .env("OSTIARY_LIMIT_API_V2_MININTERVAL", "2s")
                .env("OSTIARY_LIMIT_API_V2_RATE_BY", "attribute:plan")
                .env("OSTIARY_LIMIT_API_V2_RATE_PRO", "9/1m")
                .env("OSTIARY_BLOCK_BAD_STATUS", "404")
                .read();
        assertThat(config.global().get(GlobalKeys.REDIS_TIMEOUT)).hasMillis(100);
        assertThat(config.global().keyPrefix()).isEqualTo("mine");
        assertThat(limit(config).limits().ofAllPlans().get(0).limits().get(0).minIntervalMicros())
                .isEqualTo(2_000_000);
        assertThat(plans(limit(config))).containsExactly("1/1m", "9/1m");
        assertThat(config.access().get(0).basics().status()).hasValue(404);
        assertThat(config.unmatched()).isEmpty();
    }

    private static LimitRule limit(GuardConfig config) {
        return (LimitRule) config.rules().get(0);
    }

    /** The rates of callers without a plan, then those of plans. */
    private static List<String> plans(LimitRule rule) {
        return rule.limits().ofAllPlans().stream()
                .flatMap(keyed -> keyed.limits().stream())
                .map(limit -> limit.rate().toString())
                .toList();
    }

    @Test
    void declare_no_rules_and_are_listed_instead() {
        GuardConfig config = Given.file("limit.api.rate=1/1m")
                .env("OSTIARY_PORT", "tcp://10.0.0.1:80")
                .env("OSTIARY_LIMIT_LOGIN_RATE", "no rate")
                .env("OSTIARY_LIMIT_API_RAT", "1/1s")
                .env("OTHER", "x")
                .sys("ostiary.limit.login.rate", "no rate")
                .sys("ostiary.limit.api.rat", "1/1s")
                .sys("ostiary.port", "80")
                .sys("other", "x")
                .read();
        assertThat(config.rules()).extracting(Rule::name).containsExactly("api");
        assertThat(config.unmatched())
                .containsExactly(
                        "OSTIARY_LIMIT_API_RAT",
                        "OSTIARY_LIMIT_LOGIN_RATE",
                        "OSTIARY_PORT",
                        "ostiary.limit.api.rat",
                        "ostiary.limit.login.rate",
                        "ostiary.port");
    }

    @Test
    void of_init_params_do_declare_rules() {
        assertThat(Given.nothing()
                        .initParam("limit.login.rate", "5/1m")
                        .env("OSTIARY_LIMIT_LOGIN_RATE", "6/1m")
                        .rates())
                .hasToString("[6/1m]");
    }

    @Test
    void of_system_properties_add_a_plan_to_a_declared_rule() {
        LimitRule limit = Given.file("limit.api.rate=1/1m", "limit.api.rate.by=attribute:plan")
                .sys("ostiary.limit.api.rate.gold", "7/1m")
                .limit();
        assertThat(plans(limit)).containsExactly("1/1m", "7/1m");
    }

    @Test
    void that_a_placeholder_uses_or_that_name_the_file_are_not_listed() {
        assertThat(Given.file("expectedNodes=${env:OSTIARY_NODES}")
                        .env("OSTIARY_NODES", "3")
                        .env("OSTIARY_CONFIG", "/WEB-INF/ostiary.properties")
                        .sys("ostiary.config", "/WEB-INF/ostiary.properties")
                        .read()
                        .unmatched())
                .isEmpty();
    }

    @Test
    void that_could_mean_two_keys_are_a_problem() {
        assertThat(Given.file(
                                "limit.a.rate=1/1m",
                                "limit.a.rate.by=attribute:plan",
                                "limit.a.rate.b-rate=1/1m",
                                "limit.a-rate-b.rate=1/1m")
                        .env("OSTIARY_LIMIT_A_RATE_B_RATE", "2/1m")
                        .problems())
                .containsExactly("environment variable OSTIARY_LIMIT_A_RATE_B_RATE could mean limit.a-rate-b.rate or"
                        + " limit.a.rate.b-rate; use the system property ostiary.KEY instead");
    }

    @Test
    void are_named_by_the_problems_they_cause() {
        assertThat(Given.file("limit.api.rate=1/1m")
                        .env("OSTIARY_EXPECTEDNODES", "0")
                        .sys("ostiary.limit.api.rate", "100/1x")
                        .problems())
                .containsExactly(
                        "expectedNodes=0 (environment variable OSTIARY_EXPECTEDNODES): must be a whole number from 1 to"
                                + " 10000",
                        "limit.api.rate=100/1x (system property ostiary.limit.api.rate): '100/1x' is not a rate; write"
                                + " permits/window, such as 100/1m");
    }

    @Test
    void that_reach_nothing_are_logged_once_without_values() {
        List<String> logged = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(ConfigReader.class.getName());
        logger.addHandler(handler);
        try {
            Given.nothing()
                    .env("OSTIARY_PORT", "hunter2")
                    .sys("ostiary.b", "hunter2")
                    .read();
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(logged)
                .containsExactly(Level.INFO + " These set no key of Ostiary and are ignored: OSTIARY_PORT, ostiary.b");
    }
}
