package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.Rate;
import io.github.ostiary.SoleQuota;
import io.github.ostiary.edge.HeaderStyle;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
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
                Optional.of("Keeps crawlers off"));
        assertThat(described.description()).contains("Keeps crawlers off");
        assertThat(draft(List.of(described))).isEqualTo(draft(List.of(plain)));
    }

    /** Their texts are kept by the seconds, some of which share a place. */
    @Test
    void whoHasNothingLeftIsToldHisOwnSeconds() {
        QuotaHeaders headers = new QuotaHeaders(HeaderStyle.DRAFT);
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

    /** Seeded: a limit that is told figure by figure is told as its quota is, alone and beside another. */
    @Test
    void oneLimitIsToldAsItsQuotaIs() {
        Random random = new Random(110);
        QuotaHeaders[] styles = {new QuotaHeaders(HeaderStyle.DRAFT), new QuotaHeaders(HeaderStyle.X_RATELIMIT)};
        QuotaHeaders[] others = {new QuotaHeaders(HeaderStyle.DRAFT), new QuotaHeaders(HeaderStyle.X_RATELIMIT)};
        for (int i = 0; i < 20_000; i++) {
            long remaining = random.nextInt(3) == 0 ? 0 : random.nextLong(1L << random.nextInt(1, 40));
            long micros = random.nextInt(3) == 0 ? 1_000_000L * random.nextInt(200) : random.nextLong(1L << 40);
            String rule = "api-" + random.nextInt(3);
            SoleQuota sole = new FixedSole(rule, 1 + random.nextInt(2), remaining, micros);
            for (int style = 0; style < styles.length; style++) {
                assertThat(told(styles[style], sole)).isEqualTo(told(others[style], List.of(sole.quota())));
            }
            List<Quota> two = List.of(sole.quota(), quota("wide", 90));
            assertThat(told(styles[0], two))
                    .containsEntry("RateLimit-Policy", draft(sole).get("RateLimit-Policy") + ", \"wide\";q=100;w=60")
                    .containsEntry("RateLimit", draft(sole).get("RateLimit") + ", \"wide\";r=90;t=10");
        }
    }

    @Test
    void nothingIsToldWhereNobodyAsksForIt() {
        SoleQuota sole = new FixedSole("api", 1, 1, 1);
        assertThat(told(new QuotaHeaders(HeaderStyle.NONE), sole)).isEmpty();
        assertThat(draft(List.of())).isEmpty();
    }

    private static final class FixedSole extends SoleQuota {

        private final String policy;
        private final int permits;
        private final long remaining;
        private final long micros;

        FixedSole(String policy, int permits, long remaining, long micros) {
            this.policy = policy;
            this.permits = permits;
            this.remaining = remaining;
            this.micros = micros;
        }

        @Override
        public Quota quota() {
            Rate rate = Rate.parse(permits + "/1m");
            return new Quota(policy, policy, rate, remaining, Duration.ofNanos(micros * 1_000));
        }

        @Override
        public <T> void tell(Reader<T> reader, T to) {
            reader.read(to, policy, permits, 60_000_000, remaining, micros);
        }

        @Override
        public String policyOf(String rule) {
            return policy;
        }
    }

    private static Map<String, String> draft(List<Quota> quotas) {
        return told(new QuotaHeaders(HeaderStyle.DRAFT), quotas);
    }

    private static Map<String, String> told(QuotaHeaders headers, List<Quota> quotas) {
        CapturedHeaders told = new CapturedHeaders();
        headers.write(told.response(), quotas);
        return told.values;
    }

    private static Quota quota(String rule, long remaining) {
        return new Quota(rule, rule, Rate.parse("100/1m"), remaining, Duration.ofSeconds(10));
    }

    private static final class CapturedHeaders {

        final Map<String, String> values = new HashMap<>();

        HttpServletResponse response() {
            return (HttpServletResponse) Proxy.newProxyInstance(
                    QuotaHeadersTest.class.getClassLoader(),
                    new Class<?>[] {HttpServletResponse.class},
                    (self, method, given) -> values.put((String) given[0], (String) given[1]));
        }
    }
}
