package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Limit;
import io.github.ostiary.testing.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one address may have asked about. */
class AskerTest {

    private static final long SECOND = 1_000_000;

    private final Asker asker = new Asker();

    @Test
    void eachLimitOfTheAddressBoundsItsQuestionsAndAWindowBeginsWithTheFirst() {
        List<Limit> limits =
                List.of(Limits.of(Algorithm.SLIDING_LOG, "3/1s"), Limits.of(Algorithm.SLIDING_LOG, "5/1m"));
        int asked = 0;
        for (long now :
                new long[] {100, 200, 300, 400, SECOND + 99, SECOND + 100, SECOND + 101, SECOND + 102, 9 * SECOND}) {
            asked += asker.begin(limits, now) ? 1 : 0;
        }
        assertThat(asked).isEqualTo(5);
        assertThat(asker.begin(limits, 60 * SECOND + 99)).isFalse();
        assertThat(asker.begin(limits, 60 * SECOND + 100)).isTrue();
    }

    @Test
    void noMoreThanAShareOfThePlacesIsTakenAtATime() {
        List<Limit> limits = List.of(Limits.of(Algorithm.SLIDING_LOG, "1000/1s"));
        for (int i = 0; i < PlanThreads.MOST_WAITING / 16; i++) {
            assertThat(asker.begin(limits, 1)).isTrue();
        }
        assertThat(asker.begin(limits, 1)).isFalse();
        asker.end();
        assertThat(asker.begin(limits, 1)).isTrue();
        assertThat(asker.begin(limits, 1)).isFalse();
    }
}
