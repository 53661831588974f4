package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever has been charged, credited and denied: each figure of a verdict comes true to the microsecond, and not before. */
class LimitCounterPropertyTest extends CounterCase {

    private static final int CAPACITY = 7;
    private static final long INTERVAL = 900;

    private final Random random = new Random(13);
    private LimitCounter counter = new SlidingLog();
    private Limit limit = Limits.of(Algorithm.SLIDING_LOG, "7/10ms");
    private long now = START;

    private void begin(Algorithm algorithm, long interval, boolean countDenied) {
        limit = Limits.with(Limits.of(algorithm, "7/10ms"), interval, countDenied, false);
        counter = LimitCounters.of(algorithm);
        now = START;
        tick(0);
    }

    private Charge charge(long permits) {
        return new Charge(limit, "k", permits);
    }

    private Verdict peek(long permits) {
        return counter.peek(limit, permits);
    }

    private void tick(long micros) {
        now += micros;
        counter.advance(charge(1), now);
    }

    /** Something happens: a decision, a charge, a credit, or nothing. */
    private void event(boolean countDenied) {
        long used = counter.used();
        long permits = 1 + random.nextInt(random.nextInt(10) == 0 ? 2 * CAPACITY : 3);
        switch (random.nextInt(8)) {
            case 0 -> {
                counter.charge(limit, permits);
                assertThat(counter.used()).isEqualTo(Math.max(used, Math.min(2 * CAPACITY, used + permits)));
            }
            case 1 -> {
                counter.credit(limit, permits);
                assertThat(counter.used()).isEqualTo(Math.max(0, used - permits));
            }
            default -> decide(permits, used, countDenied);
        }
    }

    private void decide(long permits, long used, boolean countDenied) {
        Verdict before = peek(permits);
        boolean passes = counter.passes(charge(permits), 0);
        assertThat(before.passed()).isEqualTo(passes);
        assertThat(peek(permits)).as("a look changes nothing").isEqualTo(before);
        Verdict after = passes ? counter.take(charge(permits)) : counter.leave(charge(permits), false);
        assertThat(after.passed()).isEqualTo(passes);
        long counted = passes || countDenied ? Math.min(permits, CAPACITY) : 0;
        assertThat(counter.used()).isEqualTo(Math.max(used, Math.min(CAPACITY, used + counted)));
        if (passes) {
            Verdict look = peek(1);
            assertThat(after.remaining()).isEqualTo(look.remaining());
            assertThat(after.retryMicros()).isZero();
            assertThat(after.resetMicros()).isEqualTo(look.resetMicros());
            assertThat(after.admissible()).isEqualTo(look.admissible());
            assertThat(after.changeMicros()).isEqualTo(look.changeMicros());
        } else {
            assertThat(after).isEqualTo(peek(permits));
        }
    }

    private void figuresAgree() {
        Verdict look = peek(1);
        assertThat(look.remaining()).isEqualTo(Math.max(0, CAPACITY - counter.used()));
        long admissible = look.admissible();
        assertThat(admissible == 0 || peek(admissible).passed()).isTrue();
        assertThat(peek(admissible + 1).passed()).isFalse();
        assertThat(peek(CAPACITY + 1).retryMicros()).isEqualTo(Verdict.NEVER);
        assertThat(counter.passes(charge(1), 2)).as("asked for with two others").isEqualTo(peek(3).passed());
        assertThat(look.changeMicros() == Verdict.NEVER).isEqualTo(admissible == CAPACITY);
        assertThat(look.resetMicros() == 0).isEqualTo(counter.used() == 0);
    }

    /** Moves to what a verdict says, by way of the last microsecond before. */
    private void comesTrue(boolean paced) {
        long permits = 1 + random.nextInt(CAPACITY);
        Verdict look = peek(permits);
        boolean mayStay = paced || counter.used() > CAPACITY;
        switch (random.nextInt(6)) {
            case 0 -> {
                if (!look.passed()) {
                    tick(look.retryMicros() - 1);
                    assertThat(peek(permits).passed()).isFalse();
                    tick(1);
                    assertThat(peek(permits).passed()).isTrue();
                }
            }
            case 1 -> {
                if (look.resetMicros() > 0) {
                    tick(look.resetMicros() - 1);
                    assertThat(peek(1).remaining()).isLessThan(CAPACITY);
                    tick(1);
                    assertThat(peek(1).remaining()).isEqualTo(CAPACITY);
                }
            }
            case 2 -> {
                if (look.changeMicros() != Verdict.NEVER) {
                    tick(look.changeMicros() - 1);
                    assertThat(peek(1).admissible()).isEqualTo(look.admissible());
                    tick(1);
                    assertThat(mayStay || peek(1).admissible() > look.admissible())
                            .isTrue();
                }
            }
            case 3 -> {
                tick(counter.idleMicros(charge(1)));
                LimitCounter fresh = LimitCounters.of(limit.algorithm());
                fresh.advance(charge(1), now);
                assertThat(peek(permits)).as("as if never used").isEqualTo(fresh.peek(limit, permits));
            }
            default -> tick(random.nextInt(4_000));
        }
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void whatIsSaidComesTrue(Algorithm algorithm) {
        for (int run = 0; run < 400; run++) {
            boolean paced = run % 4 == 1;
            boolean countDenied = run % 3 == 1;
            begin(algorithm, paced ? INTERVAL : 0, countDenied);
            assertThat(counter.isUnused(charge(1))).isTrue();
            for (int i = 0; i < 25; i++) {
                event(countDenied);
                figuresAgree();
                comesTrue(paced);
            }
        }
    }
}
