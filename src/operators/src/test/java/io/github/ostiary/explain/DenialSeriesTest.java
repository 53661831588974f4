package io.github.ostiary.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.explain.DenialSeries.Evidence;
import io.github.ostiary.store.CounterId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** One caller's denials while they go on: when they are worth to be written down again, and sent again. */
class DenialSeriesTest {

    private static final long START = 1_700_000_000_123_456L;
    private static final long SECOND = 1_000_000;
    private static final CounterId BOB = CounterId.of("api", "0", CounterId.RATE, "bob");

    private final DenialSeries series = new DenialSeries(BOB, "7F3KQ2ZD", false, Reason.RATE_LIMITED, START);

    private boolean again(Reason reason, long micros) {
        return series.again(reason, START + micros, SECOND);
    }

    @Test
    void itIsWrittenDownOnceASecondAndWheneverItsReasonChanges() {
        assertThat(again(Reason.RATE_LIMITED, SECOND - 1)).isFalse();
        assertThat(again(Reason.RATE_LIMITED, SECOND)).isTrue();
        assertThat(again(Reason.RATE_LIMITED, SECOND + 1)).isFalse();
        assertThat(again(Reason.LOCKED, SECOND + 2)).isTrue();
        assertThat(series.reason()).isEqualTo(Reason.LOCKED);
        assertThat(again(Reason.LOCKED, 2 * SECOND + 1)).isFalse();
        assertThat(again(Reason.LOCKED, 2 * SECOND + 2)).isTrue();
        assertThat(series.span().times()).isEqualTo(7);
    }

    @Test
    void whatManyShareIsNotWrittenDownAgain() {
        DenialSeries shared = new DenialSeries(BOB, "7F3KQ2ZD", true, Reason.RATE_LIMITED, START);
        assertThat(shared.again(Reason.LOCKED, START + 9 * SECOND, SECOND)).isFalse();
        assertThat(shared.span().times()).isEqualTo(2);
    }

    @Test
    void itsTimesAreExact() {
        assertThat(again(Reason.RATE_LIMITED, 5 * SECOND + 1)).isTrue();
        assertThat(series.span().first()).isEqualTo(Instant.parse("2023-11-14T22:13:20.123456Z"));
        assertThat(series.span().last()).isEqualTo(Instant.parse("2023-11-14T22:13:25.123457Z"));
        assertThat(series.endedBy(START + 15 * SECOND, 10 * SECOND)).isFalse();
        assertThat(series.endedBy(START + 15 * SECOND + 1, 10 * SECOND)).isTrue();
    }

    @Test
    void itIsNewsUntilItIsSentAndWhenItHasGoneOnOrHasAnotherReason() {
        assertThat(series.isNews(60 * SECOND)).isTrue();
        series.sent(Reason.RATE_LIMITED);
        assertThat(series.isNews(60 * SECOND)).isFalse();
        again(Reason.RATE_LIMITED, 60 * SECOND - 1);
        assertThat(series.isNews(60 * SECOND)).isFalse();
        again(Reason.RATE_LIMITED, 60 * SECOND);
        assertThat(series.isNews(60 * SECOND)).isTrue();
        series.sent(Reason.RATE_LIMITED);
        assertThat(series.isNews(60 * SECOND)).isFalse();
        again(Reason.LOCKED, 61 * SECOND);
        assertThat(series.isNews(60 * SECOND)).isTrue();
    }

    @Test
    void newerEvidenceIsNotLetGoOf() {
        Evidence older = new Evidence(null, "GET", "/a");
        Evidence newer = new Evidence(null, "GET", "/b");
        series.evidence(newer);
        series.written("older", older);
        assertThat(series.evidence()).isSameAs(newer);
        series.written("newer", newer);
        assertThat(series.evidence()).isNull();
        assertThat(series.written()).isEqualTo("newer");
    }
}
