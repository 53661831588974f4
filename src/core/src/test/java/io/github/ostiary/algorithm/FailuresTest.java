package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which failures count, also where one is settled long after others that began later. */
class FailuresTest {

    private final Failures failures = new Failures();

    private void failed(long... times) {
        for (long time : times) {
            assertThat(failures.add(time, "", NameVariants.CANONICAL, false)).isTrue();
        }
    }

    /** 3 per 10: 0, 9 and 20 are settled; what began at 5 completes the window that ends at 9. */
    @Test
    void aLateOneCompletesAWindowThatHasEnded() {
        failed(0, 9, 20);
        assertThat(failures.reach(3, 20, 10, 0)).isFalse();
        failed(5);
        assertThat(failures.reach(3, 5, 10, 0)).isTrue();
        assertThat(failures.reach(3, 5, 10, 1))
                .as("but for the first, which fired already")
                .isFalse();
    }

    /** Each count and each window, as all windows tried one by one have it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void agreesWithLookingAtEveryWindow(long seed) {
        Random random = new Random(seed);
        List<long[]> all = new ArrayList<>();
        for (int i = 1; i <= 300; i++) {
            long time = i + random.nextInt(40);
            long window = 1 + random.nextInt(30);
            long mark = random.nextInt(i);
            int threshold = 1 + random.nextInt(25);
            failed(time);
            all.add(new long[] {time, i});
            boolean reached = false;
            for (long end = time; end < time + window; end++) {
                reached |= count(all, end, window, mark, time) >= threshold;
            }
            assertThat(failures.reach(threshold, time, window, mark))
                    .as("step %d", i)
                    .isEqualTo(reached);
            assertThat(failures.count(400, 100 + window, mark)).isEqualTo(count(all, 400, 100 + window, mark, 0));
        }
    }

    private static int count(List<long[]> all, long end, long window, long mark, long least) {
        return (int) all.stream()
                .filter(one -> one[0] <= end && end - one[0] < window && one[1] > mark)
                .count();
    }

    @Test
    void aValueCountsOnceWithItsNewestFailure() {
        assertThat(failures.add(10, "secret", NameVariants.CANONICAL, true)).isTrue();
        assertThat(failures.add(15, "other", NameVariants.CANONICAL, true)).isTrue();
        assertThat(failures.add(20, "secret", NameVariants.CANONICAL, true)).isTrue();
        assertThat(failures.count(20, 11, 0)).isEqualTo(2);
        assertThat(failures.count(20, 5, 0)).as("not that of 10 as well").isEqualTo(1);
        assertThat(failures.add(12, "secret", NameVariants.CANONICAL, true))
                .as("older than what is known")
                .isFalse();
        assertThat(failures.counts("secret", 20, 1, 0)).isTrue();
        assertThat(failures.counts("secret", 21, 1, 0)).isFalse();
        assertThat(failures.counts("never", 20, 100, 0)).isFalse();
    }

    @Test
    void aSuccessForgetsItsOwnSpellingOnly() {
        failures.add(1, "", NameVariants.CANONICAL, false);
        failures.add(2, "", 2, false);
        failures.add(3, "", 2, false);
        assertThat(failures.spelling(3, 1, 0)).isEqualTo(2);
        assertThat(failures.spelling(3, 10, 0)).isEqualTo(NameVariants.MIXED);
        assertThat(failures.spelling(3, 10, 1)).isEqualTo(2);
        failures.forget(2, 100);
        assertThat(failures.count(3, 10, 0)).isEqualTo(1);
    }

    @Test
    void aSuccessForgetsNothingThatBeganAfterIt() {
        failures.add(1, "", 2, false);
        failures.add(4, "", 2, false);
        failures.add(5, "", 2, false);
        failures.forget(2, 4);
        assertThat(failures.count(5, 10, 0)).isEqualTo(1);
    }

    @Test
    void aValueTriedUnderTwoSpellingsIsForgottenByNeither() {
        failures.add(5, "secret", NameVariants.CANONICAL, true);
        assertThat(failures.add(4, "secret", 2, true)).isFalse();
        failures.forget(NameVariants.CANONICAL, 100);
        failures.forget(2, 100);
        assertThat(failures.count(5, 10, 0)).isEqualTo(1);
    }

    @Test
    void valuesStayWithTheirFailuresHoweverManyThereAre() {
        failed(50, 51);
        for (int i = 1; i <= 40; i++) {
            assertThat(failures.add(i, "v" + i, i % 2, true)).isTrue();
        }
        failures.forget(1, 100);
        failures.prune(10, 100);
        assertThat(failures.count(51, 100, 0)).isEqualTo(17);
        assertThat(failures.counts("v10", 51, 100, 0)).isFalse();
        assertThat(failures.counts("v12", 51, 100, 0)).isTrue();
        assertThat(failures.counts("v13", 51, 100, 0)).isFalse();
        assertThat(failures.counts("v40", 41, 2, 0)).isTrue();
        assertThat(failures.counts("v40", 41, 1, 0)).isFalse();
        assertThat(failures.counts("", 51, 1, 0)).isTrue();
        failures.clear();
        assertThat(failures.newest()).isEqualTo(Long.MIN_VALUE);
        assertThat(failures.counts("v12", 51, 100, 0)).isFalse();
    }

    @Test
    void pruningForgetsWhatIsOldAndTheOldestOfTooMany() {
        failed(1, 2, 3, 4, 5, 6);
        failures.prune(2, 100);
        assertThat(failures.count(6, 100, 0)).isEqualTo(4);
        failures.prune(0, 3);
        assertThat(failures.count(6, 3, 0)).isEqualTo(3);
        assertThat(failures.count(6, 100, 0)).isEqualTo(3);
        assertThat(failures.newest()).isEqualTo(6);
        assertThat(failures.seq()).as("marks stay what they were").isEqualTo(6);
    }
}
