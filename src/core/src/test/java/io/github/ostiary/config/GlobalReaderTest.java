package io.github.ostiary.config;

import static io.github.ostiary.config.GlobalKeys.CHALLENGE_PAGE;
import static io.github.ostiary.config.GlobalKeys.DENIAL_HANDLER;
import static io.github.ostiary.config.GlobalKeys.DENIED_PAGE;
import static io.github.ostiary.config.GlobalKeys.ENABLED;
import static io.github.ostiary.config.GlobalKeys.ENFORCE;
import static io.github.ostiary.config.GlobalKeys.EXPECTED_NODES;
import static io.github.ostiary.config.GlobalKeys.EXPLAIN_KEEP;
import static io.github.ostiary.config.GlobalKeys.EXPLAIN_MAX;
import static io.github.ostiary.config.GlobalKeys.FORM_ENCODING;
import static io.github.ostiary.config.GlobalKeys.FORWARDED_HEADER;
import static io.github.ostiary.config.GlobalKeys.HEADERS;
import static io.github.ostiary.config.GlobalKeys.IPV6_PREFIX;
import static io.github.ostiary.config.GlobalKeys.JSON_MAX_BODY;
import static io.github.ostiary.config.GlobalKeys.KEY_SECRET;
import static io.github.ostiary.config.GlobalKeys.LISTENER;
import static io.github.ostiary.config.GlobalKeys.MAX_TRACKED_KEYS;
import static io.github.ostiary.config.GlobalKeys.MAX_WAITING;
import static io.github.ostiary.config.GlobalKeys.METRICS;
import static io.github.ostiary.config.GlobalKeys.ON_STORE_FAILURE;
import static io.github.ostiary.config.GlobalKeys.REDIS_TIMEOUT;
import static io.github.ostiary.config.GlobalKeys.REDIS_URI;
import static io.github.ostiary.config.GlobalKeys.TRUSTED_PROXIES;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.edge.BodySettings;
import io.github.ostiary.edge.HeaderStyle;
import io.github.ostiary.rule.FailurePolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobalReaderTest {

    @Test
    void defaults() {
        GlobalConfig global = Given.nothing().read().global();
        assertThat(global.get(ENABLED)).isTrue();
        assertThat(global.get(ENFORCE)).isTrue();
        assertThat(global.get(ON_STORE_FAILURE)).isEqualTo(FailurePolicy.LOCAL);
        assertThat(global.usesRedis()).isFalse();
        assertThat(global.find(REDIS_URI)).isEmpty();
        assertThat(global.get(REDIS_TIMEOUT)).isEqualTo(Duration.ofMillis(50));
        assertThat(global.keyPrefix()).isEqualTo("ostiary:/shop");
        assertThat(global.get(EXPECTED_NODES)).isEqualTo(1);
        assertThat(global.get(MAX_TRACKED_KEYS)).isEqualTo(100_000);
        assertThat(global.find(TRUSTED_PROXIES)).isEmpty();
        assertThat(global.get(FORWARDED_HEADER)).isEqualTo("X-Forwarded-For");
        assertThat(global.get(IPV6_PREFIX)).isEqualTo(64);
        assertThat(global.find(KEY_SECRET)).isEmpty();
        assertThat(global.get(HEADERS)).isEqualTo(HeaderStyle.DRAFT_11);
        assertThat(new BodySettings(global.get(FORM_ENCODING), global.get(JSON_MAX_BODY)))
                .isEqualTo(BodySettings.USUAL);
        assertThat(global.find(DENIED_PAGE)).isEmpty();
        assertThat(global.find(CHALLENGE_PAGE)).isEmpty();
        assertThat(global.find(DENIAL_HANDLER)).isEmpty();
        assertThat(global.get(EXPLAIN_KEEP)).isEqualTo(Duration.ofHours(1));
        assertThat(global.get(EXPLAIN_MAX)).isEqualTo(10_000);
        assertThat(global.get(MAX_WAITING)).isEqualTo(150);
        assertThat(global.find(LISTENER)).isEmpty();
        assertThat(global.get(METRICS)).isEqualTo(new MetricsConfig(false, Set.of()));
    }

    @Test
    void everything_set() {
        GlobalConfig global = Given.file(
                        "enabled=false",
                        "enforce=FALSE",
                        "redis.uri=rediss://u:p@db:6379/0",
                        "redis.timeout=10s",
                        "keyPrefix=shop.v2",
                        "onStoreFailure=deny",
                        "expectedNodes=4",
                        "trustedProxies=loopback, 10.0.0.0/8",
                        "forwardedHeader=CF-Connecting-IP",
                        "ipv6Prefix=56",
                        "headers=x-ratelimit",
                        "maxTrackedKeys=1000",
                        "keySecret=0123456789abcdef",
                        "formEncoding=ISO-8859-1",
                        "json.maxBody=1MB",
                        "deniedPage=/denied.html",
                        "challengePage=/challenge.jsp",
                        "maxWaiting=100000",
                        "listener=com.example.Watcher",
                        "metrics=JMX, micrometer",
                        "denialHandler=com.example.Outer$Handler",
                        "explain.keep=7d",
                        "explain.max=100")
                .read()
                .global();
        assertThat(global.get(ENABLED)).isFalse();
        assertThat(global.get(ENFORCE)).isFalse();
        assertThat(global.get(ON_STORE_FAILURE)).isEqualTo(FailurePolicy.DENY);
        assertThat(global.usesRedis()).isTrue();
        assertThat(global.find(REDIS_URI)).contains("rediss://u:p@db:6379/0");
        assertThat(global.get(REDIS_TIMEOUT)).isEqualTo(Duration.ofSeconds(10));
        assertThat(global.keyPrefix()).isEqualTo("shop.v2");
        assertThat(global.get(EXPECTED_NODES)).isEqualTo(4);
        assertThat(global.get(MAX_TRACKED_KEYS)).isEqualTo(1000);
        assertThat(global.find(TRUSTED_PROXIES)).contains("loopback, 10.0.0.0/8");
        assertThat(global.get(FORWARDED_HEADER)).isEqualTo("CF-Connecting-IP");
        assertThat(global.get(IPV6_PREFIX)).isEqualTo(56);
        assertThat(global.find(KEY_SECRET)).contains("0123456789abcdef");
        assertThat(global.get(HEADERS)).isEqualTo(HeaderStyle.X_RATELIMIT);
        assertThat(global.get(FORM_ENCODING)).isEqualTo(StandardCharsets.ISO_8859_1);
        assertThat(global.get(JSON_MAX_BODY)).isEqualTo(1_048_576);
        assertThat(global.find(DENIED_PAGE)).contains("/denied.html");
        assertThat(global.find(CHALLENGE_PAGE)).contains("/challenge.jsp");
        assertThat(global.find(DENIAL_HANDLER)).contains("com.example.Outer$Handler");
        assertThat(global.get(EXPLAIN_KEEP)).isEqualTo(Duration.ofDays(7));
        assertThat(global.get(EXPLAIN_MAX)).isEqualTo(100);
        assertThat(global.get(MAX_WAITING)).isEqualTo(100_000);
        assertThat(global.find(LISTENER)).contains("com.example.Watcher");
        assertThat(global.get(METRICS))
                .isEqualTo(new MetricsConfig(false, Set.of(MetricsKind.JMX, MetricsKind.MICROMETER)));
        assertThat(global).hasToString("GlobalConfig[redis=true, keyPrefix=shop.v2]");
    }

    @Test
    void notes_of_denials_can_be_switched_off() {
        for (String off : List.of("0", "0s")) {
            assertThat(Given.file("explain.keep=" + off).read().global().get(EXPLAIN_KEEP))
                    .isEqualTo(Duration.ZERO);
        }
    }

    @Test
    void the_local_store_can_be_kept_though_redis_is_configured() {
        assertThat(Given.file("store=local", "redis.uri=redis://h")
                        .read()
                        .global()
                        .usesRedis())
                .isFalse();
    }

    @Test
    void blank_values_are_defaults() {
        GlobalConfig global = Given.file("keySecret=", "trustedProxies=", "store=", "redis.uri=redis://h")
                .env("OSTIARY_REDIS_URI", " ")
                .read()
                .global();
        GlobalConfig defaults = Given.nothing().read().global();
        assertThat(GlobalKeys.ALL.known().values())
                .allSatisfy(key -> assertThat(global.find(key)).as(key.name()).isEqualTo(defaults.find(key)));
        assertThat(global.usesRedis()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"PT0.25S, 250", "1ms, 1", "PT10S, 10000", "7s, 7000"})
    void durations_are_short_or_iso(String text, long millis) {
        assertThat(Given.file("redis.timeout=" + text).read().global().get(GlobalKeys.REDIS_TIMEOUT))
                .hasMillis(millis);
    }

    @ParameterizedTest
    @CsvSource({"'', /", "/shop, /shop", "/a-b/c.d, /a-b/c.d", "/ü{1}, /%C3%BC%7B1%7D", "/a%b, /a%25b", "/a b, /a%20b"})
    void the_default_prefix_tells_context_paths_apart(String contextPath, String scope) {
        assertThat(KeyPrefix.scopeOf(contextPath)).isEqualTo(scope);
        assertThat(KeyPrefix.parse(KeyPrefix.defaultFor(scope))).isEqualTo("ostiary:" + scope);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "enabled=yes → enabled=yes: must be true or false",
                "enforce=1 → enforce=1: must be true or false",
                "store=disk → store=disk: must be local or redis",
                "store=redis → store=redis: redis.uri is missing; set it, such as redis.uri=redis://localhost:6379",
                "redis.timeout=0ms → redis.timeout=0ms: must be from 1ms to 10s",
                "redis.timeout=11s → redis.timeout=11s: must be from 1ms to 10s",
                "redis.timeout=fast → redis.timeout=fast: 'fast' is not a duration; write 500ms, 10s, 1m, 2h, 1d or"
                        + " ISO-8601 such as PT1M",
                "keyPrefix=a{b} → keyPrefix=a{b}: must be 1 to 100 characters of A-Z a-z 0-9 . _ : / % -",
                "onStoreFailure=panic → onStoreFailure=panic: must be local, allow or deny",
                "metrics=prometheus → metrics=prometheus: must be none, auto, or a list of jmx, micrometer, microprofile and"
                        + " opentelemetry, such as metrics=micrometer",
                "metrics=jmx,auto → metrics=jmx,auto: must be none, auto, or a list of jmx, micrometer, microprofile and"
                        + " opentelemetry, such as metrics=micrometer",
                "expectedNodes=0 → expectedNodes=0: must be a whole number from 1 to 10000",
                "expectedNodes=two → expectedNodes=two: must be a whole number from 1 to 10000",
                "expectedNodes=99999999999999999999 → expectedNodes=99999999999999999999: must be a whole number from 1"
                        + " to 10000",
                "forwardedHeader=X Y → forwardedHeader=X Y: 'X Y' is not a header's name; write one, such as Forwarded",
                "ipv6Prefix=129 → ipv6Prefix=129: must be a whole number from 1 to 128",
                "headers=all → headers=all: must be draft-11, x-ratelimit or none",
                "maxTrackedKeys=999 → maxTrackedKeys=999: must be a whole number from 1000 to 50000000",
                "maxTrackedKeys=50000001 → maxTrackedKeys=50000001: must be a whole number from 1000 to 50000000",
                "formEncoding=latin9x → formEncoding=latin9x: 'latin9x' is not a charset of this JVM; write one, such as"
                        + " UTF-8 or ISO-8859-1",
                "deniedPage=denied.html → deniedPage=denied.html: must start with /, the root of the application, such"
                        + " as /denied.html",
                "challengePage=challenge → challengePage=challenge: must start with /, the root of the application, such"
                        + " as /challenge.html",
                "maxWaiting=0 → maxWaiting=0: must be a whole number from 1 to 100000",
                "maxWaiting=100001 → maxWaiting=100001: must be a whole number from 1 to 100000",
                "denialHandler=my handler → denialHandler=my handler: 'my handler' is not a full class name;"
                        + " write one, such as com.example.MyHandler",
                "redis.uri=localhost:6379 → redis.uri=localhost:6379: must start with redis://, rediss://,"
                        + " redis+sentinel:// or redis+cluster://, such as redis://localhost:6379",
                "keySecret=tooshort → keySecret=***: must have at least 16 characters; openssl rand -base64 32 makes a"
                        + " good one",
            })
    void problems(String line, String problem) {
        assertThat(Given.file(line).problems()).containsExactly(problem);
    }
}
