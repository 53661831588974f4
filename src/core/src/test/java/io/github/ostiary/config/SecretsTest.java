package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.operator.SettingInForce;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    private static final String SECRET = "hunter2x";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keySecret=hunter2x",
                "keySecret=hunter2x # mine",
                "keySecret=hunter2x${env:NONE}",
                "keySecret=${hunter2x}",
                "keySecret=${hunter2x",
                "keySecret=${env:S}",
                "keySecret=${sys:s}",
                "redis.uri=http://user:hunter2x@db:6379",
                "redis.uri=user:hunter2x@db",
                "redis.uri=http://:hunter2x",
                "redis.uri=http://:hunter2x@",
                "redis.uri=http://user:hunter2x",
                "redis.uri=http://u:a@b@hunter2x?x@db",
                "redis.uri=http://db:6379?password=hunter2x",
                "redis.uri=http://u:${env:S}@db",
                "redis.uri=redis://u:hunter2x@db # main",
                "redis.uri=redis://u:hunter2x${@db",
                "limit.api.when=header:X-Token=${hunter2x",
                "limit.api.when=header:X-Token=hunter2x # x",
                "redis.password=hunter2x",
                "keysecret=hunter2x",
            })
    void are_never_printed(String line) {
        Given given = Given.file(line, "limit.api.rate=1/1m", "expectedNodes=0")
                .env("S", SECRET)
                .sys("s", SECRET);
        ConfigurationException thrown = catchThrowableOfType(ConfigurationException.class, given::read);
        assertThat(thrown.problems()).hasSizeGreaterThan(1);
        assertThat(thrown).message().doesNotContain("hunter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"OSTIARY_KEYSECRET", "OSTIARY_REDIS_URI"})
    void from_the_environment_are_never_printed(String name) {
        assertThat(String.join(
                        "\n", Given.nothing().env(name, "x:" + SECRET + "@h").problems()))
                .contains(name)
                .doesNotContain("hunter");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "redis.uri → redis://user:hunter2x@db:6379/0 → redis://***@db:6379/0",
                "redis.uri → redis+sentinel://:hunter2x@a:1,b:2/main → redis+sentinel://***@a:1,b:2/main",
                "redis.uri → redis://[::1]:6379 → redis://[::1]:6379",
                "redis.uri → redis://:hunter2x → redis://***",
                "limit.api.when → header:X-Token=hunter2x → header:X-Token=***",
                "limit.api.when → role:admin → role:admin",
                "keySecret → hunter2x → ***",
                "expectedNodes → 5 → 5",
            })
    void are_masked_and_the_rest_stays(String key, String value, String shown) {
        Problems problems = new Problems();
        problems.add(key, value, "'" + value + "' is wrong");
        assertThat(problems.sentences()).containsExactly(key + "=" + shown + ": '" + shown + "' is wrong");
    }

    @Test
    void are_scrubbed_from_messages_that_quote_a_part() {
        Problems problems = new Problems();
        problems.add("redis.uri", "redis://user:hunter2x@db", "cannot decode 'hunter2x' for db");
        problems.add(
                "block.b.when", "role:a, header:X-Token=hunter2x, header:Y=correct horse", "'hunter2x' and 'horse'?");
        assertThat(problems.sentences())
                .containsExactly(
                        "redis.uri=redis://***@db: cannot decode '***' for db",
                        "block.b.when=role:a, header:X-Token=***: '***' and '***'?");
    }

    @Test
    void are_not_in_any_text_form() {
        Given given = Given.file(
                        "keySecret=hunter2x-hunter2x",
                        "redis.uri=redis://:hunter2x@db",
                        "limit.api.rate=1/1m",
                        "limit.api.path=/*",
                        "limit.api.when=header:X=hunter2x")
                .env("OSTIARY_X", SECRET);
        assertThat(given.read().toString() + given.inputs() + new Setting(SECRET, "here", SettingInForce.Origin.FILE))
                .contains("api")
                .doesNotContain("hunter");
    }

    @Test
    void of_a_kind_that_would_break_the_line_are_flattened_and_long_values_cut() {
        Problems problems = new Problems();
        problems.add("headers", "a\nb" + "c".repeat(200), "'a\nb" + "c".repeat(200) + "' is too long; shorten it");
        String shown = "a b" + "c".repeat(97) + "…";
        assertThat(problems.sentences())
                .containsExactly("headers=" + shown + ": '" + shown + "' is too long; shorten it");
    }
}
