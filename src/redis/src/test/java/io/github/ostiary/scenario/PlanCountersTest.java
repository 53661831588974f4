package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.GuardFixture;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Resets and credits made by hand reach a key's counters whatever plan it was charged by. */
class PlanCountersTest extends GuardFixture {

    private final Key bob = Key.principal("bob");
    private String prefix = "";

    @BeforeEach
    void freshCounters() {
        prefix = "plans:" + UUID.randomUUID();
    }

    /** The plan max shares the default's counters; pro has another window, big has one more. */
    private void givenPlans(String store) {
        GuardBuilder builder = GuardBuilder.create()
                .limit("api", "2/1m")
                .property("limit.api.path", "/*")
                .property("limit.api.key", "principal")
                .property("limit.api.rate.by", "attribute:plan")
                .property("limit.api.rate.max", "4/1m")
                .property("limit.api.rate.pro", "2/1h")
                .property("limit.api.rate.big", "9/1h, 2/1m")
                .property("keyPrefix", prefix);
        guard = store.equals("redis")
                ? builder.redis(RedisServer.shared().uri())
                        .property("redis.timeout", "5s")
                        .build()
                : builder.timeSource(time).build();
    }

    private boolean hit(String plan) {
        return hit(call(plan)).allowed();
    }

    private static TestCall call(String plan) {
        return get("/").as("bob").attribute("plan", plan);
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "redis"})
    void aResetReachesThemAll(String store) {
        givenPlans(store);
        for (String plan : new String[] {"none", "pro", "big"}) {
            while (hit(plan)) {}
            guard.limiter("api").reset(bob);
            assertThat(hit(plan)).as(plan).isTrue();
            assertThat(hit(plan)).as(plan).isTrue();
            assertThat(hit(plan)).as(plan).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "redis"})
    void aCreditIsGivenToEachCounterOnce(String store) {
        givenPlans(store);
        for (int i = 0; i < 4; i++) {
            assertThat(hit("max")).isTrue();
        }
        assertThat(hit("pro")).isTrue();
        assertThat(hit("pro")).isTrue();
        guard.limiter("api").credit(bob, 1);
        assertThat(hit("max")).isTrue();
        assertThat(hit("max"))
                .as("plans that share a counter are not credited each")
                .isFalse();
        assertThat(hit("pro")).isTrue();
        assertThat(hit("pro")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "redis"})
    void whatAnAddressMayDoIsNotOfTheKey(String store) {
        GuardBuilder builder = GuardBuilder.create()
                .limit("api", "1/1m")
                .property("limit.api.path", "/*")
                .property("limit.api.key", "header:X-Api-Key")
                .property("limit.api.perIp", "2/1m")
                .property("keyPrefix", prefix);
        guard = store.equals("redis")
                ? builder.redis(RedisServer.shared().uri())
                        .property("redis.timeout", "5s")
                        .build()
                : builder.timeSource(time).build();
        TestCall call = get("/").header("X-Api-Key", "k");
        Key key = guard.keyFor("api", call);
        assertThat(hit(call).allowed()).isTrue();
        guard.limiter("api").reset(key);
        assertThat(hit(call).allowed()).isTrue();
        guard.limiter("api").reset(key);
        assertThat(hit(call).rule()).isEqualTo("api");
        assertThat(hit(call).allowed()).isFalse();
    }
}
