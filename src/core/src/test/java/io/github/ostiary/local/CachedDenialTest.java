package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Algorithm.Release;
import io.github.ostiary.Rate;
import io.github.ostiary.algorithm.LimitCounter;
import io.github.ostiary.algorithm.LimitCounters;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What follows from one answer of a counter, held against the counter itself. */
class CachedDenialTest {

    private static final long START = 1_700_000_000_000_000L;
    private static final int CASES = 20_000;

    private int proven;
    private int exact;

    private static long wait(Random random, Limit limit) {
        return limit.longestWaitMicros() > 0 && random.nextBoolean() ? random.nextInt(1_500_000) : 0;
    }

    /** Nobody else asks: what it proves must be so, and what it calls exact must be told by the counter as well. */
    @ParameterizedTest
    @EnumSource
    void provesNothingThatTheCounterWouldNotSay(Algorithm algorithm) {
        Random random = new Random(algorithm.ordinal());
        for (int i = 0; i < CASES; i++) {
            Limit limit = limit(random, algorithm);
            LimitCounter counter = LimitCounters.of(algorithm);
            long now = START;
            for (int hits = random.nextInt(12); hits > 0; hits--) {
                now += random.nextInt(400_000);
                Charge hit = new Charge(limit, "bob", 1);
                counter.advance(hit, now);
                if (counter.passes(hit, 0)) {
                    counter.take(hit);
                }
            }
            Charge asked = new Charge(limit, "bob", 1 + random.nextInt(10), wait(random, limit));
            counter.advance(asked, now);
            if (!counter.passes(asked, 0)) {
                Verdict said = counter.leave(asked, false);
                check(random, counter, CachedDenial.of(asked, said, now, now), now);
            }
        }
        assertThat(proven).as("it proves something").isGreaterThan(CASES / 10);
        assertThat(exact).as("and exactly").isGreaterThan(CASES / 100);
    }

    /** Now and then with a pause between calls, or a bucket that is refilled once a window. */
    private static Limit limit(Random random, Algorithm algorithm) {
        String rate = 1 + random.nextInt(8) + "/" + (1 + random.nextInt(2)) + "s";
        int kind = random.nextInt(8);
        Tuning tuning = Tuning.of(algorithm, Rate.parse(rate));
        boolean whole = kind == 0 && algorithm == Algorithm.TOKEN_BUCKET;
        Limit plain = Limits.of(algorithm, rate, whole ? tuning.withRefillByInterval(true) : tuning);
        return kind == 1 || kind == 2 ? Limits.with(plain, 300_000, false, false) : plain;
    }

    /** Whether its wait follows from what was said of another: see {@link CachedDenial}. */
    private static boolean follows(Charge charge, CachedDenial denial) {
        Limit limit = denial.limit();
        if (limit.minIntervalMicros() > 0) {
            return charge.permits() <= denial.said().remaining();
        }
        boolean straight = limit.algorithm().release() == Release.TOGETHER
                || (limit.algorithm().release() == Release.EVENLY
                        && !limit.tuning().byInterval());
        return straight || charge.permits() == denial.said().admissible() + 1;
    }

    private static long ceiling(long micros) {
        return micros == Verdict.NEVER ? micros : micros + 1;
    }

    private void check(Random random, LimitCounter counter, CachedDenial denial, long asked) {
        Limit limit = denial.limit();
        for (int i = 0; i < 5; i++) {
            boolean same = random.nextInt(4) == 0;
            Charge other = same
                    ? new Charge(limit, "bob", denial.permits(), denial.waitMicros())
                    : new Charge(limit, "bob", 1 + random.nextInt(10), wait(random, limit));
            long later = asked + random.nextInt(2_000_000);
            if (denial.denies(other) && later < denial.deniesUntil(other)) {
                counter.advance(other, later);
                Verdict truth = counter.peek(other);
                assertThat(truth.passed()).as("%s by %s", other, denial).isFalse();
                proven++;
                Verdict said = denial.verdict(other, later);
                if (same || other.waitMicros() > 0) {
                    assertThat(said.retryMicros())
                            .as("%s by %s, bar two microseconds of rounding up", other, denial)
                            .isBetween(truth.retryMicros(), ceiling(ceiling(truth.retryMicros())));
                }
                if (other.waitMicros() == 0 && other.permits() <= limit.capacity() && follows(other, denial)) {
                    assertThat(said.retryMicros())
                            .as("%s follows from %s", other, denial)
                            .isBetween(truth.retryMicros(), ceiling(truth.retryMicros()));
                }
                if (denial.isExact(other)) {
                    assertThat(said.retryMicros())
                            .as("%s by %s, bar a microsecond of rounding up", other, denial)
                            .isBetween(truth.retryMicros(), ceiling(truth.retryMicros()));
                    if (other.permits() <= limit.capacity() && limit.minIntervalMicros() == 0) {
                        assertThat(said.remaining()).isEqualTo(truth.remaining());
                        exact++;
                    }
                } else if (truth.retryMicros() != Verdict.NEVER && other.waitMicros() == 0) {
                    assertThat(said.retryMicros())
                            .as("later, never earlier")
                            .isGreaterThanOrEqualTo(truth.retryMicros());
                }
            }
        }
    }

    @Test
    void ratesThatChangeAndOtherPlansAreNotMistaken() {
        Limit limit = Limits.of(Algorithm.FIXED_WINDOW, "5/1m");
        Verdict said = new Verdict(false, 0, 9, 9, 0, 9);
        CachedDenial denial = CachedDenial.of(new Charge(limit, "bob", 1), said, START, START);
        assertThat(denial.denies(new Charge(limit, "bob", 1))).isTrue();
        assertThat(denial.denies(new Charge(Limits.of(Algorithm.FIXED_WINDOW, "6/1m"), "bob", 1)))
                .isFalse();
    }

    @Test
    void proofsCountFromTheSendingAndPromisesFromTheHearing() {
        Limit limit = Limits.of(Algorithm.FIXED_WINDOW, "5/1m");
        Charge charge = new Charge(limit, "bob", 1);
        CachedDenial denial = CachedDenial.of(charge, new Verdict(false, 0, 900, 900, 0, 900), START, START + 100);
        assertThat(denial.deniesUntil(charge)).isEqualTo(START + 900);
        assertThat(denial.verdict(charge, START + 100).retryMicros()).isEqualTo(900);
        assertThat(denial.verdict(charge, START + 2_000).retryMicros())
                .as("never now")
                .isEqualTo(1);
    }
}
