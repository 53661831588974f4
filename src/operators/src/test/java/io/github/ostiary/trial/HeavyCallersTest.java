package io.github.ostiary.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class HeavyCallersTest {

    /** Whatever the order: who has more than their share is found, and counted too high by no more than that share. */
    @RepeatedTest(20)
    void theHeavyAreFoundInAFloodOfOthers(RepetitionInfo run) {
        Random random = new Random(run.getCurrentRepetition());
        HeavyCallers callers = new HeavyCallers();
        Map<String, Long> truth = new HashMap<>();
        int all = 20_000;
        for (int i = 0; i < all; i++) {
            String caller = random.nextInt(4) == 0 ? "heavy" + random.nextInt(3) : "light" + random.nextInt(100_000);
            truth.merge(caller, 1L, Long::sum);
            callers.add(caller);
        }
        Map<String, Long> sums = new HashMap<>();
        callers.addTo(sums);
        assertThat(sums).hasSizeLessThanOrEqualTo(HeavyCallers.MOST);
        truth.forEach((caller, count) -> {
            if (count > all / HeavyCallers.MOST) {
                assertThat(sums.get(caller)).as(caller).isBetween(count, count + all / HeavyCallers.MOST);
            }
        });
    }

    @Test
    void theHighestComeFirst() {
        assertThat(HeavyCallers.top(Map.of("a", 1L, "b", 3L, "c", 3L, "d", 2L), 3))
                .containsExactly(Map.entry("b", 3L), Map.entry("c", 3L), Map.entry("d", 2L));
    }
}
