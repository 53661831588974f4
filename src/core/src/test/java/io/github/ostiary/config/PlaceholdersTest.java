package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.store.Limit;
import io.github.ostiary.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceholdersTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "plain → plain",
                "${env:HOST} → db1",
                "a-${env:HOST}-${sys:my.zone}-b → a-db1-eu-b",
                "${env:NONE:fallback} → fallback",
                "${env:HOST:fallback} → db1",
                "x${env:NONE:}y → xy",
                "${env:NONE:10.0.0.0/8, ::1} → 10.0.0.0/8, ::1",
                "${sys:none:x} → x",
                "${env:EMPTY:x}z → z",
                "$${env:HOST} → ${env:HOST}",
                "$$${env:HOST} → $${env:HOST}",
                "$${a} ${env:HOST} → ${a} db1",
                "5$ and {x} → 5$ and {x}",
                "${env:NESTED} → ${env:HOST}",
            })
    void expand(String written, String expanded) {
        assertThat(Given.file("deniedPage=/" + written)
                        .env("HOST", "db1")
                        .env("EMPTY", "")
                        .env("NESTED", "${env:HOST}")
                        .sys("my.zone", "eu")
                        .read()
                        .global()
                        .find(GlobalKeys.DENIED_PAGE))
                .contains("/" + expanded);
    }

    @Test
    void expand_in_every_source() {
        GuardConfig config = Given.file("limit.api.rate=${env:R}", "limit.api.key=ip")
                .env("R", "7/1m")
                .env("OSTIARY_LIMIT_API_KEY", "${sys:k}")
                .sys("k", "principal")
                .initParam("expectedNodes", "${env:N:3}")
                .sys("ostiary.ipv6Prefix", "${env:BITS:56}")
                .read();
        LimitRule limit = (LimitRule) config.rules().get(0);
        assertThat(Given.limits(limit)).extracting(Limit::rate).hasToString("[7/1m]");
        assertThat(limit.keyOf(new TestCall("GET", "/").from("192.0.2.1").as("bob")))
                .isEqualTo(Key.principal("bob"));
        assertThat(config.global().get(GlobalKeys.EXPECTED_NODES)).isEqualTo(3);
        assertThat(config.global().get(GlobalKeys.IPV6_PREFIX)).isEqualTo(56);
    }

    @Test
    void expand_in_the_name_of_the_file() {
        assertThat(Given.nothing()
                        .file("/etc/prod.properties", "expectedNodes=9".getBytes())
                        .initParam("config", "/etc/${env:STAGE}.properties")
                        .env("STAGE", "prod")
                        .read()
                        .global()
                        .get(GlobalKeys.EXPECTED_NODES))
                .isEqualTo(9);
    }

    @Test
    void that_name_nothing_are_problems_once_each() {
        assertThat(Given.file("limit.api.rate=${env:RATE}", "redis.uri=redis://${env:HOST}:${sys:redis.port}")
                        .problems())
                .containsExactly(
                        "limit.api.rate: ${env:RATE} is not set; set it or write a default, ${env:RATE:default}",
                        "redis.uri: ${env:HOST} is not set; set it or write a default, ${env:HOST:default}",
                        "redis.uri: ${sys:redis.port} is not set; set it or write a default,"
                                + " ${sys:redis.port:default}");
    }

    @Test
    void of_an_overridden_value_need_not_be_set() {
        assertThat(Given.file("limit.api.rate=${env:RATE}")
                        .sys("ostiary.limit.api.rate", "1/1s")
                        .problems())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "${HOST} → ${HOST}",
                "${env:} → ${env:}",
                "${file:x} → ${file:x}",
                "a${env:HOST → ${env:HOST",
                "${env:A:${env:B}} → ${env:A:${env:B}",
            })
    void that_are_malformed_are_problems(String written, String named) {
        assertThat(Given.file("trustedProxies=" + written).problems())
                .containsExactly("trustedProxies: '" + named + "' is not a placeholder; write ${env:NAME}, ${sys:name}"
                        + " or ${env:NAME:default}, and $${ for a plain ${");
    }
}
