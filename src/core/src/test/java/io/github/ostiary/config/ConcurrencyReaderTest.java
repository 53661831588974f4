package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.ConcurrencyRule;
import io.github.ostiary.rule.ConcurrencyRule.Gate;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConcurrencyReaderTest {

    private static final long LONG = 86_400_000_000L;

    private static List<ConcurrencyPolicy> policies(ConcurrencyRule rule, boolean address) {
        return rule.gates().stream()
                .filter(gate -> gate.optional() == address)
                .map(Gate::concurrency)
                .toList();
    }

    @Test
    void defaults() {
        ConcurrencyRule rule = Given.file("concurrency.upload.permits=2").concurrency();
        assertThat(rule.name()).isEqualTo("upload");
        assertThat(rule.basics().matcher().paths()).isEmpty();
        assertThat(rule.basics().matcher().methods().names()).isEmpty();
        assertThat(rule.basics().matcher().position()).isEqualTo(Position.FIRST);
        assertThat(rule.keyOf(new TestCall("GET", "/").as("bob"))).isEqualTo(Key.principal("bob"));
        assertThat(rule.keyOf(new TestCall("GET", "/").from("192.0.2.1"))).isEqualTo(Key.ip("192.0.2.1"));
        assertThat(policies(rule, false)).containsExactly(new ConcurrencyPolicy("upload", "", 2, 30_000_000, false));
        assertThat(policies(rule, true)).isEmpty();
        assertThat(rule.shadow()).isFalse();
        assertThat(rule.onStoreFailure()).isEqualTo(FailurePolicy.LOCAL);
        assertThat(rule.basics().status()).isEmpty();
        assertThat(rule.waitMicros()).isZero();
        assertThat(rule.terms().needsKey()).isTrue();
    }

    @Test
    void everything_set() {
        ConcurrencyRule rule = Given.file(
                        "concurrency.upload.path=/upload/*",
                        "concurrency.upload.methods=put",
                        "concurrency.upload.when=header:X",
                        "concurrency.upload.position=last",
                        "concurrency.upload.key=session",
                        "concurrency.upload.perIp=20",
                        "concurrency.upload.enforce=false",
                        "concurrency.upload.onStoreFailure=deny",
                        "concurrency.upload.status=503",
                        "concurrency.upload.permits=100000",
                        "concurrency.upload.lease=24h",
                        "concurrency.upload.wait=60s",
                        "concurrency.upload.onMissingKey=allow")
                .concurrency();
        TestCall call = new TestCall("PUT", "/upload/1").from("192.0.2.1");
        assertThat(rule.basics().matcher().paths())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(PathPattern.parse("/upload/*"));
        assertThat(rule.basics().matcher().methods().names()).containsExactly("PUT");
        assertThat(rule.basics().matcher().when()).rejects(call);
        assertThat(rule.basics().matcher().when()).accepts(call.header("X", "y"));
        assertThat(rule.basics().matcher().position()).isEqualTo(Position.LAST);
        assertThat(rule.keyOf(call.as("bob"))).isEqualTo(Key.ip("192.0.2.1"));
        assertThat(policies(rule, false)).containsExactly(new ConcurrencyPolicy("upload", "", 100_000, LONG, true));
        assertThat(policies(rule, true)).containsExactly(new ConcurrencyPolicy("upload", "ip", 20, LONG, true));
        assertThat(rule.shadow()).isTrue();
        assertThat(rule.onStoreFailure()).isEqualTo(FailurePolicy.DENY);
        assertThat(rule.basics().status()).hasValue(503);
        assertThat(rule.waitMicros()).isEqualTo(60_000_000);
        assertThat(rule.terms().needsKey()).isFalse();
    }

    @Test
    void the_address_is_not_counted_where_that_is_not_wanted() {
        ConcurrencyRule rule = Given.file(
                        "enforce=false",
                        "concurrency.a.permits=2",
                        "concurrency.a.key=cookie:c",
                        "concurrency.a.perIp=none")
                .concurrency();
        assertThat(policies(rule, true)).isEmpty();
        assertThat(policies(rule, false)).containsExactly(new ConcurrencyPolicy("a", "", 2, 30_000_000, true));
    }

    @Test
    void permits_are_needed() {
        assertThat(Given.file("concurrency.a.lease=1s").problems())
                .containsExactly("concurrency.a: a concurrency rule needs permits; add concurrency.a.permits=10");
    }

    @Test
    void keys_that_callers_choose_need_a_bound_on_the_address() {
        assertThat(Given.file("concurrency.a.permits=2", "concurrency.a.key=principal | session")
                        .problems())
                .containsExactly(
                        "concurrency.a.perIp: callers choose 'principal | session' freely, and each new value would get"
                                + " new permits; state the permits of one address, such as 2, or none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "permits=0 → must be a whole number from 1 to 100000",
                "permits=100001 → must be a whole number from 1 to 100000",
                "permits=5/1m → must be a whole number from 1 to 100000",
                "lease=999ms → must be from 1s to 1d",
                "lease=25h → must be from 1s to 1d",
                "wait=61s → must be from 0ms to 1m",
                "status=302 → must be a whole number from 400 to 599",
                "methods=POST → it means nothing without a path; add concurrency.a.path=/* or remove it",
                "onMissingKey=pass → must be refuse or allow",
                "perIp=5 → no part of 'principal | ip' is freely chosen by callers; remove it",
                "perIp=none → no part of 'principal | ip' is freely chosen by callers; remove it",
                "key=session:a → key 'session:a': 'session:a': session takes no name; write session alone",
            })
    void problems(String line, String problem) {
        Given given = Given.file("concurrency.a." + line);
        if (!line.startsWith("permits")) {
            given.initParam("concurrency.a.permits", "5");
        }
        assertThat(given.problems()).containsExactly("concurrency.a." + line + ": " + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "perIp=some → must be none or a whole number from 1 to 100000",
                "perIp=5/1m → must be none or a whole number from 1 to 100000",
                "perIp=0 → must be a whole number from 1 to 100000",
                "perIp=100001 → must be a whole number from 1 to 100000",
            })
    void problems_of_the_address(String line, String problem) {
        assertThat(Given.file("concurrency.a.permits=5", "concurrency.a.key=session", "concurrency.a." + line)
                        .problems())
                .containsExactly("concurrency.a." + line + ": " + problem);
    }
}
