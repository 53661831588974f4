package io.github.ostiary.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class UseSketchTest {

    private static final long MINUTE = 60_000_000;
    private static final long HOUR = 60 * MINUTE;

    /**
     * A call.
     *
     * @param at µs
     * @param permits it asks for
     */
    private record Call(long at, long permits) {}

    @RepeatedTest(20)
    void aPeakIsNeverBelowThatOfAnyWindowAndNeverAboveThatOfOneAndAQuarter(RepetitionInfo run) {
        Random random = new Random(run.getCurrentRepetition());
        UseSketch sketch = new UseSketch(MINUTE);
        List<Call> calls = new ArrayList<>();
        long now = 1_000 * HOUR;
        for (int i = 0; i < 500; i++) {
            now += random.nextInt(10) == 0 ? random.nextLong(3 * MINUTE) : random.nextLong(MINUTE / 20);
            calls.add(new Call(now, 1 + random.nextInt(3)));
            sketch.add(7, calls.get(i).permits, now);
        }

        int peak = sketch.sample(now).sorted()[0];
        assertThat((long) peak).isBetween(most(calls, MINUTE), most(calls, MINUTE + MINUTE / 4));
    }

    /** The most in any half-open window. */
    private static long most(List<Call> calls, long window) {
        long most = 0;
        for (Call last : calls) {
            long sum = 0;
            for (Call each : calls) {
                if (each.at <= last.at && each.at > last.at - window) {
                    sum += each.permits;
                }
            }
            most = Math.max(most, sum);
        }
        return most;
    }

    @Test
    void aPeakIsForgottenAfterADay() {
        UseSketch sketch = new UseSketch(MINUTE);
        for (int i = 0; i < 9; i++) {
            sketch.add(7, 1, 0);
        }
        sketch.add(7, 1, 10 * HOUR);
        assertThat(sketch.sample(17 * HOUR).sorted()).containsExactly(9);
        sketch.add(7, 1, 25 * HOUR);
        assertThat(sketch.sample(25 * HOUR).sorted()).containsExactly(1);
        assertThat(sketch.sample(60 * HOUR).sorted()).isEmpty();
    }

    @Test
    void aClockThatIsBehindAddsToTheNewest() {
        UseSketch sketch = new UseSketch(MINUTE);
        sketch.add(7, 1, 100 * HOUR);
        sketch.add(7, 1, 99 * HOUR);
        assertThat(sketch.sample(100 * HOUR).sorted()).containsExactly(2);
    }

    @Test
    void nobodyIsLeftOutWhileThereIsRoom() {
        UseSketch sketch = new UseSketch(MINUTE);
        Random random = new Random(1);
        for (int i = 0; i < UseSketch.MOST_CALLERS; i++) {
            sketch.add(random.nextLong(), 1, 0);
        }
        assertThat(sketch.sample(0).callers()).isEqualTo(UseSketch.MOST_CALLERS);
        assertThat(sketch.sample(0).sorted()).hasSize(UseSketch.MOST_CALLERS).containsOnly(1);
    }

    @Test
    void whoIsGoneMakesRoomFirst() {
        UseSketch sketch = new UseSketch(MINUTE);
        Random random = new Random(1);
        for (int i = 0; i < 2 * UseSketch.MOST_CALLERS; i++) {
            sketch.add(random.nextLong(), 1, i < UseSketch.MOST_CALLERS ? 0 : 48 * HOUR);
        }
        assertThat(sketch.sample(48 * HOUR).callers()).isEqualTo(UseSketch.MOST_CALLERS);
    }

    /** One in a hundred uses 100, one in a thousand 1,000, the others 1; three hundred thousand callers. */
    @Test
    void aSampleTellsOfAll() {
        UseSketch sketch = new UseSketch(MINUTE);
        Random random = new Random(3);
        int callers = 300_000;
        for (int i = 0; i < callers; i++) {
            int use = i % 1_000 == 0 ? 1_000 : i % 100 == 0 ? 100 : 1;
            sketch.add(random.nextLong(), use, 0);
        }
        int[] peaks = sketch.sample(0).sorted();
        assertThat(peaks.length).isBetween(UseSketch.MOST_CALLERS * 2 / 5, UseSketch.MOST_CALLERS);
        assertThat(sketch.sample(0).callers()).isBetween(callers * 9L / 10, callers * 11L / 10);
        assertThat(peaks[(int) (peaks.length * 0.97)]).isEqualTo(1);
        assertThat(peaks[(int) (peaks.length * 0.995)]).isEqualTo(100);
        assertThat(peaks[peaks.length - 1]).isEqualTo(1_000);
    }

    @Test
    void enormousCostsDoNotOverflow() {
        UseSketch sketch = new UseSketch(1);
        for (int i = 0; i < 3_000; i++) {
            sketch.add(0, 1_000_000, 5);
        }
        assertThat(sketch.sample(5).sorted()).containsExactly(Integer.MAX_VALUE);
    }
}
