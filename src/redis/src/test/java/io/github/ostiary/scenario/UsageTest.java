package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.QuotaUse;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a key has used of the limits that show it, as Java code reads it. */
class UsageTest {

    private static final Key BOB = Key.principal("bob");

    private static final String[] RULES = {
        "limit.api.rate=10/1m, 1000/month",
        "limit.api.zone=Europe/Berlin",
        "limit.api.usage=true",
        "limit.search.rate=5/1h",
        "limit.search.usage=true",
        "limit.hidden.rate=5/1h",
        "limit.trial.rate=5/1h",
        "limit.trial.usage=true",
        "limit.trial.enforce=false",
        "limit.door.rate=5/1h",
        "limit.door.usage=true",
        "limit.door.key=ip"
    };

    private final ManualTimeSource time = new ManualTimeSource();

    private void at(String moment) {
        time.set(Instant.parse(moment).toEpochMilli() * 1_000);
    }

    @Test
    void eachWindowIsToldAndWhereTheCalendarEndsItTheVeryBoundary() {
        at("2026-11-26T10:00:00.123Z");
        try (Nodes nodes = Nodes.local(time, RULES)) {
            Guard guard = nodes.node(0);
            guard.limiter("api").tryAcquire(BOB, 3);
            time.advance(Duration.ofSeconds(20));
            guard.limiter("api").tryAcquire(BOB);
            guard.limiter("api").tryAcquire(Key.principal("ann"));
            assertThat(guard.usage(BOB)).extracting(QuotaUse::policy).containsExactly("api-month", "api-1m", "search");
            QuotaUse month = guard.usage(BOB).get(0);
            assertThat(month.used()).isEqualTo(4);
            assertThat(month.limit()).isEqualTo(1_000);
            assertThat(month.remaining()).isEqualTo(996);
            assertThat(month.resetsAt()).isEqualTo("2026-11-30T23:00:00Z");
            assertThat(month.rate()).hasToString("1000/month");
            QuotaUse minute = guard.usage(BOB).get(1);
            assertThat(minute.used()).isEqualTo(4);
            assertThat(minute.resetsAt()).isEqualTo("2026-11-26T10:01:20.123Z");
            assertThat(guard.usage(BOB).get(2).used())
                    .as("looking charges nothing")
                    .isZero();
            assertThat(guard.usage(Key.ip("192.0.2.1")))
                    .extracting(QuotaUse::rule)
                    .contains("door");
            assertThat(guard.usage(Key.of("order:7"))).isEmpty();
        }
    }

    @Test
    void anUnusedMonthEndsAllTheSame() {
        at("2026-11-30T22:59:59.999Z");
        try (Nodes nodes = Nodes.local(time, RULES)) {
            assertThat(nodes.node(0).usage(BOB).get(0).resetsAt()).isEqualTo("2026-11-30T23:00:00Z");
            time.advance(Duration.ofMillis(1));
            assertThat(nodes.node(0).usage(BOB).get(0).resetsAt()).isEqualTo("2026-12-31T23:00:00Z");
        }
    }

    @Test
    void nodesTellTheSameAndNoneInventsFiguresWithoutRedis() {
        try (RedisServer redis = RedisServer.start();
                Guard one = node(redis);
                Guard other = node(redis)) {
            one.limiter("api").tryAcquire(BOB, 3);
            other.limiter("api").tryAcquire(BOB);
            QuotaUse month = one.usage(BOB).get(0);
            assertThat(month.used()).isEqualTo(4);
            ZonedDateTime boundary = month.resetsAt().atZone(java.time.ZoneId.of("Europe/Berlin"));
            assertThat(boundary.getDayOfMonth()).isEqualTo(1);
            assertThat(boundary.toLocalTime()).isEqualTo("00:00");
            assertThat(boundary.withZoneSameInstant(ZoneOffset.UTC).toInstant()).isAfter(Instant.now());
            redis.kill();
            assertThatThrownBy(() -> one.usage(BOB))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Redis does not answer");
        }
    }

    private final String prefix = "usage:" + UUID.randomUUID();

    private Guard node(RedisServer redis) {
        return Nodes.builder(RULES)
                .redis(redis.uri())
                .property("keyPrefix", prefix)
                .property("redis.timeout", "2s")
                .build();
    }
}
