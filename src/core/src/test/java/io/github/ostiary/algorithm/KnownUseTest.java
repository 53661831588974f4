package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import org.junit.jupiter.api.Test;

/** What is known to be used, and how often the store may be asked for more than that. */
class KnownUseTest {

    private static final long SECOND = 1_000_000;
    private static final long NOW = 1_700_000_000 * SECOND;
    private static final Limit TEN = Limits.of(Algorithm.SLIDING_LOG, "10/10s");

    private static KnownUse taken(long permits) {
        return KnownUse.after(null, TEN, NOW, permits, TEN.capacity() - permits);
    }

    @Test
    void whatIsTakenIsMissingUntilItHasRefilled() {
        KnownUse four = taken(4);
        assertThat(four.missing(NOW)).isEqualTo(4);
        assertThat(four.missing(NOW + SECOND)).isEqualTo(3);
        assertThat(four.missing(NOW + 4 * SECOND)).isZero();
        assertThat(four.missing(NOW + 400 * SECOND)).isZero();
    }

    @Test
    void noMoreIsEverMissingThanTheLimit() {
        KnownUse full = KnownUse.after(taken(10), TEN, NOW + 1, 7, 0);
        assertThat(full.missing(NOW + 1)).isEqualTo(10);
        assertThat(taken(1_000).missing(NOW)).isEqualTo(10);
    }

    @Test
    void aDenialTakesNothing() {
        KnownUse denied = KnownUse.after(taken(10), TEN, NOW + SECOND, 0, 0);
        assertThat(denied.missing(NOW + SECOND)).isEqualTo(9);
        assertThat(denied.sentMicros()).isEqualTo(NOW + SECOND);
    }

    /** Reset or credited elsewhere, flushed, or failed over. */
    @Test
    void itStartsAfreshWhereTheStoreCountsLess() {
        KnownUse reset = KnownUse.after(taken(8), TEN, NOW + 1, 1, 9);
        assertThat(reset.missing(NOW + 1)).isEqualTo(1);
    }

    @Test
    void whatWasLearntByAnotherLimitSaysNothing() {
        Limit twenty = Limits.of(Algorithm.SLIDING_LOG, "20/10s");
        KnownUse other = KnownUse.after(taken(8), twenty, NOW + 1, 1, 0);
        assertThat(other.missing(NOW + 1)).isEqualTo(1);
        assertThat(other.limit()).isEqualTo(twenty);
    }

    /** Its counters leave up to one precision earlier. */
    @Test
    void aSlidingWindowRefillsByThatMuchSooner() {
        Limit window = Limits.of(Algorithm.SLIDING_WINDOW, "9/10s");
        KnownUse nine = KnownUse.after(null, window, NOW, 9, 0);
        assertThat(nine.missing(NOW + 9 * SECOND - 1)).isEqualTo(1);
        assertThat(nine.missing(NOW + 9 * SECOND)).isZero();
    }

    @Test
    void eachPermitTakenWithOthersSparesAQuestion() {
        KnownUse three = taken(3);
        KnownUse asked = three.asked(NOW).asked(NOW);
        assertThat(three.spare()).isEqualTo(2);
        assertThat(asked.spare()).isZero();
        assertThat(asked.askedMicros()).as("none was free so far").isEqualTo(NOW - SECOND);
    }

    @Test
    void oneQuestionPerSecondIsFree() {
        KnownUse one = taken(1);
        assertThat(one.mayAsk(NOW)).isTrue();
        KnownUse asked = one.asked(NOW);
        assertThat(asked.mayAsk(NOW + SECOND - 1)).isFalse();
        assertThat(asked.mayAsk(NOW + SECOND)).isTrue();
    }

    /** What was spared long ago was spared of another window's bound. */
    @Test
    void noMoreIsSparedThanIsInUse() {
        KnownUse five = taken(5);
        KnownUse later = five.asked(NOW + 4 * SECOND);
        assertThat(later.spare())
                .as("one is in use, and one of it was asked with")
                .isZero();
        assertThat(later.mayAsk(NOW + 4 * SECOND)).isTrue();
    }

    @Test
    void aWindowOfTheCalendarIsUsedUntilItsEnd() {
        Limit hour = Limits.of(Algorithm.CALENDAR, "10/hour");
        long end = (NOW / (3_600 * SECOND) + 1) * 3_600 * SECOND;
        Verdict said = new Verdict(true, 4, 0, end - NOW, 4, end - NOW);
        KnownUse six = KnownUse.ofWindow(null, hour, NOW, 1, said);
        assertThat(six.missing(end - 1)).as("also what other nodes have used").isEqualTo(6);
        assertThat(six.missing(end)).isZero();
        Limit part = hour.dividedBy(2);
        assertThat(six.missing(part, end - 1)).isEqualTo(3);
        assertThat(six.missing(part, end)).as("of another window").isZero();
        assertThat(taken(4).missing(TEN.dividedBy(2), NOW))
                .as("what this node has used")
                .isEqualTo(4);
    }

    /** A node that is a minute ahead believes that the next window has begun, in which nothing is used yet. */
    @Test
    void whatIsKnownIsOfTheWindowThatItsAnswerWasAbout() {
        Limit hour = Limits.of(Algorithm.CALENDAR, "10/hour");
        long begun = (NOW / (3_600 * SECOND) + 1) * 3_600 * SECOND;
        Verdict said = new Verdict(false, 0, 30 * SECOND, 30 * SECOND, 0, 30 * SECOND);
        KnownUse all = KnownUse.ofWindow(null, hour, begun + 30 * SECOND, 0, said);
        assertThat(all.missing(hour, begun + 30 * SECOND)).isZero();
        KnownUse behind = KnownUse.ofWindow(null, hour, begun - 60 * SECOND, 0, said);
        assertThat(behind.missing(hour, begun - 60 * SECOND)).isEqualTo(10);
    }
}
