package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Ahead;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.NodePermits;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which counters a node has permits of. */
class LocalPermitsTest {

    private static final long WINDOW = 10_000_000;

    private final ManualTimeSource time = new ManualTimeSource();
    private final NodePermits permits = new LocalDenialCache(1_000, time).permits();
    private final Limit limit = Limits.of(
            Algorithm.SLIDING_LOG,
            "1000/10s",
            Tuning.of(Algorithm.SLIDING_LOG, Rate.parse("1000/10s")).withAhead(100));

    private Claim hot(String name) {
        Claim asked = new Charge(limit, name, 1);
        for (int i = 0; i < 12 && asked.ahead() == null; i++) {
            time.advance(Duration.ofMillis(10));
            asked = permits.asking(new Charge(limit, name, 1), time.micros());
        }
        return asked;
    }

    @Test
    void whatTakesNothingAheadIsAskedForAsItIs() {
        Claim plain = new Charge(Limits.of(Algorithm.SLIDING_LOG, "1000/10s"), "bob", 1);
        for (int i = 0; i < 50; i++) {
            time.advance(Duration.ofMillis(1));
            assertThat(permits.asking(plain, time.micros())).isSameAs(plain);
        }
        assertThat(permits.covers(plain, time.micros())).isFalse();
        assertThat(permits.admit(plain, time.micros())).isNull();
        assertThat(permits.left(plain, time.micros())).isZero();
    }

    @Test
    void anAnswerToAnEarlierHolderIsNotHeard() {
        Claim asked = hot("bob");
        Ahead ahead = Objects.requireNonNull(asked.ahead());
        permits.forget(asked.counterId());
        Claim anew = hot("bob");
        assertThat(Objects.requireNonNull(anew.ahead()).holder()).isNotEqualTo(ahead.holder());
        Verdict given = new Verdict(true, 500, 0, WINDOW, 500, WINDOW).withAhead(40);
        permits.heard(asked, given, true, time.micros());
        assertThat(permits.left(asked, time.micros())).isZero();
        permits.heard(anew, given, true, time.micros());
        assertThat(permits.left(anew, time.micros())).isEqualTo(40);
    }
}
