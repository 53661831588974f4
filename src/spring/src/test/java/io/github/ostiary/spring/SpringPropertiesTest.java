package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.config.RelaxedKey;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.SettingInForce;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class SpringPropertiesTest {

    @TempDir
    Path folder;

    /** Keys, values and sources of what is in force. */
    private List<String> inForce(String properties, String... arguments) {
        try (ConfigurableApplicationContext application = SpringProgram.run(folder, properties, arguments)) {
            OperatorApi guard = OperatorApi.of(application.getBean(Guard.class));
            List<SettingInForce> all = new ArrayList<>(guard.settings());
            guard.rules().forEach(rule -> all.addAll(rule.settings()));
            return all.stream()
                    .map(setting -> setting.key() + "=" + setting.value() + " " + setting.source())
                    .toList();
        }
    }

    @Test
    void everySpellingOfAKnownKeyIsTheKey() {
        assertThat(
                        inForce(
                                """
                        ostiary.limit.api-v2.rate=5/1m
                        ostiary.limit.api-v2.per-ip=9/1m
                        ostiary.LIMIT.api-v2.count_denied=true
                        ostiary.limit.api-v2.key=header:X-Key
                        ostiary.limit.api-v2.PATH[0]=/a/*
                        ostiary.limit.api-v2.PATH[1]=!/a/b
                        ostiary.max-tracked-keys=5000
                        ostiary.signin.main.name=param:user
                        ostiary.signin.main.path=/login
                        ostiary.signin.main.account.onStorefailure=deny
                        """))
                .anyMatch(line -> line.startsWith("limit.api-v2.perIp=9/1m ostiary.limit.api-v2.per-ip in URL ["))
                .anyMatch(line -> line.endsWith("application.properties], line 2"))
                .anyMatch(line -> line.startsWith("limit.api-v2.countDenied=true "))
                .anyMatch(line -> line.startsWith("limit.api-v2.path=/a/*, !/a/b "))
                .anyMatch(line -> line.startsWith("maxTrackedKeys=5000 "))
                .anyMatch(line -> line.startsWith("signin.main.account.onStoreFailure=deny "));
    }

    @Test
    void profilesAndTheCommandLineRankAsSpringHasIt() {
        SpringProgram.write(folder, "application-busy.properties", "ostiary.limit.api.minInterval=7s\n");
        String properties = "ostiary.limit.api.rate=5/1m\nostiary.limit.api.min-interval=9s\n";
        assertThat(inForce(properties, "--spring.profiles.active=busy"))
                .anyMatch(line -> line.startsWith("limit.api.minInterval=7s ostiary.limit.api.minInterval in URL ["))
                .anyMatch(line -> line.endsWith("application-busy.properties], line 1"));
        assertThat(inForce(properties, "--ostiary.limit.api.rate=6/1m"))
                .anyMatch(line -> line.startsWith("limit.api.rate=6/1m ostiary.limit.api.rate in "));
    }

    @Test
    void springResolvesPlaceholdersAndTheResultIsLiteral() {
        assertThat(
                        inForce(
                                """
                        quota=5
                        pattern=$\\{env:HOME}
                        ostiary.limit.api.rate=${quota}/${window:1m}
                        ostiary.limit.api.path=/${quota}/*
                        """))
                .anyMatch(line -> line.startsWith("limit.api.rate=5/1m "))
                .anyMatch(line -> line.startsWith("limit.api.path=/5/* "));
    }

    @Test
    void aPlaceholderThatSpringCannotResolveIsNamedWithItsPlace() {
        assertThatThrownBy(() -> inForce("ostiary.limit.api.rate=${quota}/1m\n"))
                .hasMessageContaining("limit.api.rate (ostiary.limit.api.rate in URL [")
                .hasMessageContaining("finds no value for a placeholder");
        assertThatThrownBy(() -> inForce("ostiary.redis.uri=${env:REDIS}\n"))
                .hasStackTraceContaining("write ${REDIS} without env: or sys:");
    }

    @Test
    void theJvmsPropertiesAreReadOnceAndRankAbove() {
        System.setProperty("ostiary.limit.api.rate", "8/1m");
        try {
            assertThat(inForce("ostiary.limit.api.rate=5/1m\n"))
                    .contains("limit.api.rate=8/1m system property ostiary.limit.api.rate");
        } finally {
            System.clearProperty("ostiary.limit.api.rate");
        }
    }

    @Test
    void yamlsFlagsAreOurWords() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "yaml",
                        Map.of(
                                "ostiary.reload", false,
                                "ostiary.enforce", false,
                                "ostiary.limit.a.rate", "1/1m",
                                "ostiary.limit.a.lease", false)));
        assertThat(new SpringProperties(environment).count()).isEqualTo(4);
        assertThat(RelaxedKey.flag("reload", false)).isEqualTo("off");
        assertThat(RelaxedKey.flag("limit.a.lease", false)).isEqualTo("off");
        assertThat(RelaxedKey.flag("enforce", false)).isEqualTo("false");
        assertThat(RelaxedKey.flag("signin.main.account", true)).isEqualTo("on");
    }

    @Test
    void problemsAreOfOneKind() {
        assertThatThrownBy(() -> {
                    StandardEnvironment environment = new StandardEnvironment();
                    environment
                            .getPropertySources()
                            .addFirst(new MapPropertySource("given", Map.of("ostiary.redis.uri", "${nowhere}")));
                    new SpringProperties(environment);
                })
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("redis.uri (ostiary.redis.uri in given)");
    }
}
