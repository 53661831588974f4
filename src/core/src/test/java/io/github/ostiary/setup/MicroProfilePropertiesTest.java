package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.config.PlatformValue;
import io.github.ostiary.testing.LogLines;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SmallRye Config, as Quarkus, WildFly and Open Liberty have it. */
class MicroProfilePropertiesTest {

    private static final String FILE = "application.properties";

    private final ClassLoader application =
            new URLClassLoader(new URL[0], getClass().getClassLoader());

    private Map<String, PlatformValue> said(Map<String, String> file, String... profiles) {
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withProfiles(List.of(profiles))
                .addSystemSources()
                .withSources(new PropertiesConfigSource(file, FILE, 250))
                .build();
        ConfigProviderResolver.instance().registerConfig(config, application);
        try {
            return ConfigPreview.platform(application).values();
        } finally {
            ConfigProviderResolver.instance().releaseConfig(config);
        }
    }

    @AfterEach
    void forget() {
        System.clearProperty("ostiary.expectedNodes");
        System.clearProperty("ostiary.limit.api.rate");
    }

    @Test
    void our_keys_are_found_by_profile_and_with_what_they_refer_to() {
        assertThat(said(
                        Map.of(
                                "other.key", "x",
                                "calls", "5",
                                "ostiary.limit.api.rate", "${calls}/1m",
                                "%dev.ostiary.limit.api.rate", "900/1m",
                                "%test.ostiary.limit.api.path", "/*"),
                        "test"))
                .containsOnly(
                        Map.entry("limit.api.rate", said("5/1m", "ostiary.limit.api.rate")),
                        Map.entry("limit.api.path", said("/*", "ostiary.limit.api.path")));
    }

    @Test
    void a_system_property_declares_nothing_by_this_way() {
        System.setProperty("ostiary.expectedNodes", "3");
        System.setProperty("ostiary.limit.api.rate", "9/1m");
        assertThat(said(Map.of("ostiary.limit.api.rate", "5/1m"))).containsOnlyKeys("limit.api.rate");
        assertThat(said(Map.of("%test.ostiary.limit.api.rate", "5/1m"), "test")).containsOnlyKeys("limit.api.rate");
        assertThat(said(Map.of())).isEmpty();
    }

    @Test
    void what_cannot_be_resolved_is_said_with_its_place() {
        assertThatThrownBy(() -> said(Map.of("ostiary.redis.uri", "redis://${redis.place}")))
                .isInstanceOfSatisfying(ConfigurationException.class, e -> assertThat(e.problems())
                        .containsExactly(
                                "ostiary.redis.uri in application.properties: it refers to a property that is not"
                                        + " set; set it, or write a default, such as ${NAME:default}"));
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource({
        "hosts=redis://shop:7000, redis://shop:7000",
        "hosts=redis://shop:7000/3;password=p@ss w, redis://:p%40ss%20w@shop:7000/3",
        "hosts=redis://bob:pw@shop, redis://bob:pw@shop",
        "hosts=rediss://shop, rediss://shop",
        "hosts=redis://shop;tls.enabled=true, rediss://shop",
        "'hosts=redis://a:1,redis://b:2;client-type=cluster', 'redis+cluster://a:1,b:2'",
        "'hosts=redis://a:1,redis://b:2;client-type=sentinel;master-name=m', 'redis+sentinel://a:1,b:2/m'",
    })
    void the_redis_of_quarkus_is_suggested(String written, String uri) {
        assertThat(said(quarkus(written)))
                .containsOnly(Map.entry(
                        "redis.uri", new PlatformValue(uri, "quarkus.redis.hosts in application.properties", true)));
    }

    @ParameterizedTest
    @CsvSource({
        "hosts=unix:///run/redis.sock",
        "'hosts=redis://a:1,redis://b:2;client-type=replication'",
        "hosts=rediss://a:1;client-type=cluster",
    })
    void a_redis_that_we_cannot_use_is_said(String written) {
        try (LogLines log = LogLines.of(QuarkusRedis.class.getName())) {
            assertThat(said(quarkus(written))).isEmpty();
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("quarkus.redis.hosts in application.properties", "ostiary.store=local");
        }
    }

    private static Map<String, String> quarkus(String written) {
        Map<String, String> file = new HashMap<>();
        for (String line : written.split(";")) {
            file.put("quarkus.redis." + line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
        }
        return file;
    }

    private static PlatformValue said(String value, String name) {
        return new PlatformValue(value, name + " in " + FILE, false);
    }
}
