package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.Quota;
import io.github.ostiary.Rate;
import io.github.ostiary.Semaphores;
import io.github.ostiary.edge.HeaderStyle;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuotaHeadersTest {

    @Test
    void secondsAreRoundedUp() {
        Quota quota = new Quota("api", "api-1s", Rate.parse("100/1500ms"), 7, Duration.ofMillis(41_001));
        assertThat(draft(List.of(quota)))
                .containsEntry("RateLimit-Policy", "\"api-1s\";q=100;w=2")
                .containsEntry("RateLimit", "\"api-1s\";r=7;t=42");
    }

    @Test
    void wholeSecondsStayAndZeroIsZero() {
        Quota quota = new Quota("api", "api", Rate.parse("1000000000/30d"), 1_000_000_000, Duration.ZERO);
        assertThat(draft(List.of(quota)))
                .containsEntry("RateLimit-Policy", "\"api\";q=1000000000;w=2592000")
                .containsEntry("RateLimit", "\"api\";r=1000000000;t=0");
    }

    /** The same limit's next window may be of another length, and is written anew. */
    @Test
    void theWindowOfACalendarIsThisVeryOne() {
        QuotaHeaders headers = new QuotaHeaders(HeaderStyle.DRAFT_11);
        Rate month = Rate.parse("100000/month");
        for (int days : new int[] {31, 28, 31}) {
            Quota quota = new Quota(
                    "api", "api-month", month.lasting(days * 86_400_000_000L), 99_999, Duration.ofSeconds(518_400));
            assertThat(written(headers, List.of(quota)))
                    .containsEntry("RateLimit-Policy", "\"api-month\";q=100000;w=" + days * 86_400)
                    .containsEntry("RateLimit", "\"api-month\";r=99999;t=518400");
        }
    }

    @Test
    void mergedStandingTellsTheTightestFirstAndTheNewestFigures() {
        Quota wide = quota("wide", 90);
        Quota tight = quota("tight", 5);
        Quota middle = quota("middle", 50);
        Decision merged = QuotaMerge.merged(
                List.of(wide, quota("middle", 51)), Decision.allow(List.of(middle, tight), false, true));
        assertThat(merged.quotas()).containsExactly(tight, middle, wide);
        assertThat(merged.shadowed()).isTrue();
    }

    @Test
    void tiesAreDecidedByLongestResetThenName() {
        Quota a = quota("a", 5);
        Quota b = quota("b", 5);
        Quota late = new Quota("z", "z", Rate.parse("100/1m"), 5, Duration.ofSeconds(50));
        Decision merged = QuotaMerge.merged(List.of(b, late), Decision.allow(List.of(a), false, false));
        assertThat(merged.quotas()).containsExactly(late, a, b);
    }

    @Test
    void descriptionsAreForOperators() {
        Quota plain = quota("api", 5);
        Quota described = new Quota(
                plain.rule(),
                plain.policy(),
                plain.rate(),
                plain.limit(),
                plain.remaining(),
                plain.resetAfter(),
                plain.unit(),
                Optional.of("Keeps crawlers off"));
        assertThat(described.description()).contains("Keeps crawlers off");
        assertThat(draft(List.of(described))).isEqualTo(draft(List.of(plain)));
    }

    /** Their texts are kept by the seconds, some of which share a place. */
    @Test
    void whoHasNothingLeftIsToldHisOwnSeconds() {
        QuotaHeaders headers = new QuotaHeaders(HeaderStyle.DRAFT_11);
        for (int turn = 0; turn < 2; turn++) {
            for (String rule : List.of("a", "b")) {
                for (long seconds : new long[] {0, 1, 64, 65, 3_600, 0x1_0000_0001L}) {
                    CapturedHeaders told = new CapturedHeaders();
                    Duration reset = Duration.ofSeconds(seconds);
                    headers.write(told.response(), List.of(new Quota(rule, rule, Rate.parse("5/1m"), 0, reset)));
                    assertThat(told.values)
                            .containsEntry("RateLimit-Policy", '"' + rule + "\";q=5;w=60")
                            .containsEntry("RateLimit", '"' + rule + "\";r=0;t=" + seconds);
                }
            }
        }
    }

    /** The draft has whole seconds, and at least one. */
    @Test
    void aWindowOfLessThanASecondIsNotTold() {
        for (String window : List.of("1ms", "999ms")) {
            Quota quota = new Quota("api", "api", Rate.parse("5/" + window), 4, Duration.ofMillis(1));
            assertThat(draft(List.of(quota)))
                    .containsEntry("RateLimit-Policy", "\"api\";q=5")
                    .containsEntry("RateLimit", "\"api\";r=4;t=1");
        }
        Quota second = new Quota("api", "api", Rate.parse("5/1s"), 4, Duration.ofMillis(1));
        assertThat(draft(List.of(second))).containsEntry("RateLimit-Policy", "\"api\";q=5;w=1");
    }

    @Test
    void aCostInBytesIsSaidToBeInBytes() {
        try (Guard guard = Guard.builder()
                .property("limit.up.rate", "5000/1m")
                .property("limit.up.path", "/up")
                .property("limit.up.cost", "request:bytes")
                .property("limit.down.rate", "7000/500ms")
                .property("limit.down.path", "/down")
                .property("limit.down.cost", "response:bytes")
                .property("limit.time.rate", "9/1m")
                .property("limit.time.cost", "time")
                .build()) {
            assertThat(draft(guard, "up"))
                    .containsEntry("RateLimit-Policy", "\"up\";q=5000;qu=\"content-bytes\";w=60")
                    .containsEntry("RateLimit", "\"up\";r=4999;t=60");
            assertThat(draft(guard, "down")).containsEntry("RateLimit-Policy", "\"down\";q=7000;qu=\"content-bytes\"");
            assertThat(draft(guard, "time")).containsEntry("RateLimit-Policy", "\"time\";q=9;w=60");
        }
    }

    @Test
    void whatIsAtWorkIsToldWithoutAWindow() {
        try (Guard guard = Guard.builder()
                .property("concurrency.export.permits", "2")
                .property("concurrency.export.key", "global")
                .build()) {
            Semaphores exports = guard.semaphores("export");
            try (Lease first = exports.tryEnter(Key.of("any"));
                    Lease second = exports.tryEnter(Key.of("any"))) {
                String policy = "\"export\";q=2;qu=\"concurrent-requests\"";
                assertThat(draft(first.decision().quotas()))
                        .containsEntry("RateLimit-Policy", policy)
                        .containsEntry("RateLimit", "\"export\";r=1");
                assertThat(draft(second.decision().quotas())).containsEntry("RateLimit", "\"export\";r=0");
                Decision third = exports.tryEnter(Key.of("any")).decision();
                assertThat(third.reason()).isEqualTo(Decision.Reason.CONCURRENCY_LIMITED);
                assertThat(draft(third.quotas()))
                        .containsEntry("RateLimit-Policy", policy)
                        .containsEntry("RateLimit", "\"export\";r=0");
                assertThat(written(new QuotaHeaders(HeaderStyle.X_RATELIMIT), third.quotas()))
                        .isEmpty();
            }
        }
    }

    /** They have one place, for what returns in time. */
    @Test
    void theClassicHeadersTellOfARate() {
        Quota work = new Quota(
                "work",
                "work",
                Rate.parse("2/30s"),
                2,
                0,
                Duration.ofSeconds(30),
                Quota.QuotaUnit.CONCURRENT_REQUESTS,
                Optional.empty());
        QuotaHeaders classic = new QuotaHeaders(HeaderStyle.X_RATELIMIT);
        assertThat(written(classic, List.of(work, quota("api", 5)))).containsEntry("X-RateLimit-Remaining", "5");
        assertThat(draft(List.of(work, quota("api", 5)))).containsEntry("RateLimit", "\"work\";r=0, \"api\";r=5;t=10");
        Decision merged = QuotaMerge.merged(List.of(work), Decision.allow(List.of(quota("api", 5)), false, false));
        assertThat(merged.remaining()).hasValue(5);
    }

    @Test
    void severalLimitsAreListed() {
        assertThat(draft(List.of(quota("api", 5), quota("wide", 90))))
                .containsEntry("RateLimit-Policy", "\"api\";q=100;w=60, \"wide\";q=100;w=60")
                .containsEntry("RateLimit", "\"api\";r=5;t=10, \"wide\";r=90;t=10");
    }

    @Test
    void nothingIsToldWhereNobodyAsksForIt() {
        assertThat(written(new QuotaHeaders(HeaderStyle.NONE), List.of(quota("api", 5))))
                .isEmpty();
        assertThat(draft(List.of())).isEmpty();
    }

    private static Map<String, String> draft(Guard guard, String limit) {
        return draft(guard.limiter(limit).tryAcquire(Key.of("bob")).quotas());
    }

    private static Map<String, String> draft(List<Quota> quotas) {
        return written(new QuotaHeaders(HeaderStyle.DRAFT_11), quotas);
    }

    private static Map<String, String> written(QuotaHeaders headers, List<Quota> quotas) {
        CapturedHeaders told = new CapturedHeaders();
        headers.write(told.response(), quotas);
        return told.values;
    }

    private static Quota quota(String rule, long remaining) {
        return new Quota(rule, rule, Rate.parse("100/1m"), remaining, Duration.ofSeconds(10));
    }

    private static final class CapturedHeaders {

        final Map<String, String> values = new HashMap<>();

        AnswerHeaders response() {
            return values::put;
        }
    }
}
