package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownKeysTest {

    @ParameterizedTest
    @CsvSource({
        "limit.api.rat, limit.api.rate",
        "limit.api., limit.api.key",
        "lockout.login., lockout.login.cap",
        "limit.api.mininterval, limit.api.minInterval",
        "limit.api.pathes, limit.api.path",
        "limt.api.rate, limit.api.rate",
        "alow.office.ip, allow.office.ip",
        "block.bad.ips, block.bad.ip",
        "allow.bad.rate, allow.bad.path",
        "lockout.login.step, lockout.login.steps",
        "lockout.login.challange.attempts, lockout.login.challenge.attempts",
        "lockouts.login.steps, lockout.login.steps",
        "concurrency.upload.permit, concurrency.upload.permits",
        "concurrent.upload.lease, concurrency.upload.lease",
        "redis.url, redis.uri",
        "keysecret, keySecret",
        "trustedProxy, trustedProxies",
        "Enabled, enabled",
        "limit.my.api.rate, limit.my.rate",
    })
    void name_the_nearest(String typed, String meant) {
        assertThat(Given.file(typed + "=1").problems())
                .containsExactly("unknown key '" + typed + "'; did you mean '" + meant + "'?");
    }

    @Test
    void without_a_rules_name_show_the_form() {
        assertThat(Given.file("limit.rate=1/1m", "block=::1").problems())
                .containsExactly(
                        "unknown key 'limit.rate'; keys of a rule are limit.NAME.KEY, such as limit.api.path",
                        "unknown key 'block'; keys of a rule are block.NAME.KEY, such as block.api.path");
    }

    @Test
    void among_init_params_are_problems_too() {
        assertThat(Given.nothing().initParam("expectedNode", "1").problems())
                .containsExactly("unknown key 'expectedNode'; did you mean 'expectedNodes'?");
    }

    @ParameterizedTest
    @CsvSource({"Api", "api_v2", "2api", "-api", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "ä"})
    void of_rules_with_a_name_that_is_none_are_one_problem(String name) {
        assertThat(Given.file("limit." + name + ".rate=1/1m", "limit." + name + ".path=/*")
                        .problems())
                .containsExactly("limit." + name + ".*: '" + name
                        + "' is not a rule name; begin with a-z and go on with a-z 0-9 -, at most 40 characters");
    }

    /** By what other products call it. */
    @ParameterizedTest
    @CsvSource({
        "limit.api.limit,limit.api.rate",
        "limit.api.window,limit.api.rate",
        "limit.api.url,limit.api.path",
        "lockout.api.uri,lockout.api.path",
        "concurrency.api.max,concurrency.api.permits"
    })
    void whatIsCalledOtherwiseHere(String typed, String called) {
        assertThat(Given.file(typed + "=x").problems())
                .contains("unknown key '" + typed + "'; here it is called " + called);
    }
}
