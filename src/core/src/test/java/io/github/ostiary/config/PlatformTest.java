package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.operator.SettingInForce.Origin;
import org.junit.jupiter.api.Test;

/** What a platform's own configuration says, between the file and everything that is nearer to the application. */
class PlatformTest {

    private static final String KEY = "expectedNodes";
    private static final String PLACE = "ostiary.expectedNodes in application.properties";

    @Test
    void it_ranks_above_the_file_and_below_the_others() {
        Given given = Given.file(KEY + "=1").platform(KEY, "2", PLACE);
        assertThat(nodes(given)).isEqualTo(2);
        assertThat(nodes(given.initParam(KEY, "3"))).isEqualTo(3);
        assertThat(nodes(given.env("OSTIARY_EXPECTEDNODES", "4"))).isEqualTo(4);
        assertThat(nodes(given.sys("ostiary.expectedNodes", "5"))).isEqualTo(5);
    }

    @Test
    void it_declares_rules_that_the_environment_overrides() {
        Given given = Given.nothing().platform("limit.api.rate", "1/1m", "ostiary.limit.api.rate in application.yml");
        assertThat(given.rates()).hasToString("[1/1m]");
        assertThat(given.env("OSTIARY_LIMIT_API_RATE", "9/1m").rates()).hasToString("[9/1m]");
    }

    @Test
    void what_it_suggests_ranks_below_the_file() {
        Given given = Given.nothing().suggested("redis.uri", "redis://shop", "quarkus.redis.hosts in application.yml");
        assertThat(given.read().global().find(GlobalKeys.REDIS_URI)).contains("redis://shop");
        given = Given.file("redis.uri=redis://ours").suggested("redis.uri", "redis://shop", "quarkus.redis.hosts");
        assertThat(given.read().global().find(GlobalKeys.REDIS_URI)).contains("redis://ours");
    }

    @Test
    void it_is_literal() {
        String place = "ostiary.console.role in application.yml";
        GuardConfig config = Given.file("console.path=/ostiary")
                .platform("console.role", "${env:HOME}", place)
                .env("HOME", "wrong")
                .read();
        assertThat(config.declared().settings())
                .contains(new SettingInForce("console.role", "${env:HOME}", Origin.PLATFORM, place));
    }

    @Test
    void problems_say_where_it_stands() {
        assertThat(Given.nothing()
                        .platform(KEY, "0", PLACE)
                        .platform("limit.api.rat", "1/1m", "ostiary.limit.api.rat in application.yml")
                        .platform("limit.api.path", "/*", "ostiary.limit.api.path in application.yml")
                        .problems())
                .containsExactly(
                        "unknown key 'limit.api.rat' (ostiary.limit.api.rat in application.yml); did you mean"
                                + " 'limit.api.rate'?",
                        "expectedNodes=0 (" + PLACE + "): must be a whole number from 1 to 10000",
                        "limit.api: a limit needs a rate; add limit.api.rate=100/1m");
    }

    @Test
    void it_may_name_the_file() {
        Given given = Given.nothing()
                .file("/a", (KEY + "=7").getBytes())
                .platform("config", "/a", "ostiary.config in application.yml");
        assertThat(nodes(given)).isEqualTo(7);
    }

    private static int nodes(Given given) {
        return given.read().global().get(GlobalKeys.EXPECTED_NODES);
    }
}
