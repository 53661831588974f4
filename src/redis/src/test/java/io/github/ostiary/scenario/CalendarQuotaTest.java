package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Quota;
import io.github.ostiary.Rate;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Nodes;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A monthly quota, as its caller sees it. */
class CalendarQuotaTest {

    private static final Key BOB = Key.principal("bob");

    private final ManualTimeSource time = new ManualTimeSource();

    private void at(String moment) {
        Instant instant = Instant.parse(moment);
        time.set(instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000);
    }

    private static Limit limit(String rate, String counter, boolean countDenied) {
        Rate parsed = Rate.parse(rate).in(ZoneId.of("Europe/Berlin"), DayOfWeek.MONDAY);
        return new Limit(
                new LimitId("test", "test-" + parsed.windowName(), counter),
                Algorithm.SLIDING_LOG.of(parsed),
                parsed,
                0,
                countDenied,
                false);
    }

    @ParameterizedTest
    @EnumSource
    void headersHaveTheFiguresOfThisVeryWindow(Backend backend) {
        at("2027-02-27T23:00:00.5Z");
        List<Limit> limits = List.of(limit("5/month", "0", false), limit("3/1s", "1", false));
        try (Guard guard = backend.guard(time, UUID.randomUUID().toString(), limits)) {
            Decision decision = guard.limiter("test").tryAcquire(BOB);
            Quota month = quota(decision);
            assertThat(month.rate()).hasToString("5/month");
            assertThat(month.rate().window()).as("w").isEqualTo(Duration.ofDays(28));
            assertThat(month.remaining()).isEqualTo(4);
            assertThat(month.resetAfter()).as("t").isEqualTo(Duration.ofDays(1).minusMillis(500));
            at("2027-03-27T00:00:00Z");
            Quota march = quota(guard.limiter("test").tryAcquire(BOB));
            assertThat(march.rate().window()).isEqualTo(Duration.ofDays(31).minusHours(1));
            assertThat(march.remaining()).isEqualTo(4);
        }
    }

    private static Quota quota(Decision decision) {
        return decision.quotas().stream()
                .filter(quota -> quota.policy().equals("test-month"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void whoHasUsedAllComesAgainOnTheFirst(Backend backend) {
        at("2026-11-30T22:59:58Z");
        try (Guard guard = backend.guard(time, UUID.randomUUID().toString(), List.of(limit("5/month", "0", false)))) {
            RateLimiter limiter = guard.limiter("test");
            assertThat(limiter.tryAcquire(BOB, 5).allowed()).isTrue();
            Decision denied = limiter.tryAcquire(BOB);
            assertThat(denied.retryAfter()).contains(Duration.ofSeconds(2));
            assertThat(denied.resetAfter()).isEqualTo(Duration.ofSeconds(2));
            assertThat(quota(denied).rate().window()).isEqualTo(Duration.ofDays(30));
            time.advance(Duration.ofMillis(1_999));
            assertThat(limiter.tryAcquire(BOB).retryAfter()).contains(Duration.ofMillis(1));
            time.advance(Duration.ofMillis(1));
            assertThat(limiter.tryAcquire(BOB, 5).allowed()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsDeniedCountsWhereItIsToldTo(Backend backend) {
        at("2026-11-30T12:00:00Z");
        try (Guard guard = backend.guard(time, UUID.randomUUID().toString(), List.of(limit("5/month", "0", true)))) {
            RateLimiter limiter = guard.limiter("test");
            limiter.tryAcquire(BOB, 3);
            assertThat(limiter.tryAcquire(BOB, 4).allowed()).isFalse();
            assertThat(limiter.tryAcquire(BOB, 1).allowed()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void chargeCreditAndResetAreOfTheWindow(Backend backend) {
        at("2026-11-30T12:00:00Z");
        try (Guard guard = backend.guard(time, UUID.randomUUID().toString(), List.of(limit("5/month", "0", false)))) {
            RateLimiter limiter = guard.limiter("test");
            limiter.charge(BOB, 9);
            assertThat(limiter.peek(BOB).allowed()).isFalse();
            limiter.credit(BOB, 6);
            assertThat(limiter.peek(BOB).remaining()).hasValue(2);
            limiter.reset(BOB);
            assertThat(limiter.tryAcquire(BOB, 5).allowed()).isTrue();
            limiter.charge(BOB, 5);
            at("2026-12-01T12:00:00Z");
            assertThat(limiter.tryAcquire(BOB, 5).allowed())
                    .as("a debt is not carried over")
                    .isTrue();
        }
    }

    @Test
    void aRateReplacedInTheMiddleOfAMonthKeepsWhatWasUsed() {
        at("2026-11-20T12:00:00Z");
        try (Nodes nodes = Nodes.local(time, "limit.api.rate=5/month", "limit.api.key=principal")) {
            RateLimiter limiter = nodes.node(0).limiter("api");
            limiter.tryAcquire(BOB, 4);
            limiter.updateRate("10/month");
            assertThat(limiter.peek(BOB).remaining()).hasValue(6);
            limiter.updateRate("10/1s, 10/month@15");
            assertThat(limiter.peek(BOB).quotas().get(0).remaining()).isEqualTo(6);
            limiter.updateRate("10/31d");
            assertThat(limiter.peek(BOB).remaining())
                    .as("a length of time is counted by another algorithm")
                    .hasValue(10);
            limiter.updateRate("10/month");
            assertThat(limiter.peek(BOB).remaining()).hasValue(6);
        }
    }
}
