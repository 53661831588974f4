package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Rate;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.store.Limit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which limits let a call wait for its slot. */
class WaitReaderTest {

    private static Given given(String... lines) {
        return Given.file("limit.api." + String.join("\nlimit.api.", lines));
    }

    @ParameterizedTest
    @CsvSource({"token-bucket, 60s, 60000", "leaky-bucket, PT1M, 60000", "leaky-bucket, 1ms, 1"})
    void buckets_do(String algorithm, String wait, long millis) {
        assertThat(given("rate=10/1s", "algorithm=" + algorithm, "wait=" + wait)
                        .limit()
                        .waitMicros())
                .isEqualTo(millis * 1_000);
    }

    @Test
    void unless_told_no_limit_does() {
        assertThat(given("rate=10/1s", "algorithm=leaky-bucket").limit().waitMicros())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"algorithm=sliding-log", "minInterval=1s", "countDenied=true", "rate.pro=1/1s, 5/1m"})
    void a_wait_of_nothing_is_no_wait(String line) {
        assertThat(given("rate=1/1s, 5/1m", "rate.by=attribute:p", "rate.free=1/1m", line, "wait=0s")
                        .problems())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "algorithm=sliding-window → a sliding-window has no slots to wait for; use a leaky-bucket or a"
                        + " token-bucket, or remove it",
                "refill=interval → a bucket refilled by whole intervals has no slots to wait for; set"
                        + " limit.api.refill=smooth or remove it",
                "rate=1/1s, 5/1m → a call waits for the slot of one rate, and the rule has several; write a rule for"
                        + " each",
                "rate.pro=1/1s, 5/1m → a call waits for the slot of one rate, and the rule has several; write a rule"
                        + " for each",
                "minInterval=1s → a waiting call is let in when its slot comes, whatever minInterval says; remove"
                        + " one of them",
                "countDenied=true → a denied call takes no slot, but countDenied would count it; remove one of"
                        + " them",
            })
    void problems(String line, String problem) {
        Given given = given("wait=5s", "rate.by=attribute:p", "rate.free=1/1m", line);
        if (!line.startsWith("algorithm")) {
            given.initParam("limit.api.algorithm", "token-bucket");
        }
        if (!line.startsWith("rate=")) {
            given.initParam("limit.api.rate", "10/1s");
        }
        assertThat(given.problems()).containsExactly("limit.api.wait=5s: " + problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"61s", "1ns", "-1s", "forever"})
    void bounds(String text) {
        assertThat(given("rate=1/1s", "algorithm=leaky-bucket", "wait=" + text).problems())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("limit.api.wait=" + text + ": ");
    }

    @Test
    void an_updated_rate_stays_one() {
        LimitRule limit =
                given("rate=10/1s", "algorithm=leaky-bucket", "wait=5s").limit();
        limit.update().accept(Map.of("rate", "20/1s"));
        assertThat(Given.limits(limit)).extracting(Limit::rate).containsExactly(Rate.parse("20/1s"));
        assertThat(limit.waitMicros()).isEqualTo(5_000_000);
        assertThatThrownBy(() -> limit.update().accept(Map.of("rate", "1/1s, 5/1m")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limit.api.wait=5s: ");
    }

    @Test
    void must_be_over_before_an_attempt_is_settled() {
        String[] limit = {"limit.api.rate=1/1s", "limit.api.algorithm=leaky-bucket"};
        String steps = "lockout.login.steps=10/1h lock 15m";
        assertThat(Given.file(limit[0], limit[1], steps, "limit.api.wait=29s").problems())
                .isEmpty();
        assertThat(Given.file(limit[0], limit[1], steps, "limit.api.wait=30s").problems())
                .containsExactly(
                        "limit.api.wait=30s: it must be shorter than lockout.login.settle=30s, or an attempt that"
                                + " waits for its slot would count as failed before it began");
    }
}
