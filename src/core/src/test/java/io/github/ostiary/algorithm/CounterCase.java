package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.math.BigInteger;
import java.util.Random;

/** What tests of one counter do. */
abstract class CounterCase {

    static final long START = 1_700_000_000_000_000L;
    static final long YEAR = 365L * 86_400 * 1_000_000;

    /** What was admitted so far, and by it whether there is room: the algorithm in its simplest form. */
    interface History {

        boolean hasRoom(long now);

        void admitted(long now);
    }

    static Verdict hit(LimitCounter state, Limit limit, long now, long permits) {
        Charge charge = new Charge(limit, "k", permits);
        state.advance(charge, now);
        return state.passes(charge, 0) ? state.take(charge) : state.leave(charge, false);
    }

    /** A million decisions of 7 per 10 ms, each as the history of all that was admitted has it. */
    static void agreesForAMillionSteps(Algorithm algorithm, History history) {
        Limit limit = Limits.of(algorithm, "7/10ms");
        LimitCounter state = LimitCounters.of(algorithm);
        Random random = new Random(7);
        int count = 0;
        long now = START;
        for (int i = 0; i < 1_000_000; i++) {
            now += random.nextInt(2_000);
            boolean room = history.hasRoom(now);
            if (hit(state, limit, now, 1).passed() != room) {
                fail("step %d", i);
            }
            if (room) {
                history.admitted(now);
                count++;
            }
        }
        assertThat(count).isBetween(500_000, 999_999);
    }

    static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    static long ceil(BigInteger value, long divisor) {
        return value.add(big(divisor - 1)).divide(big(divisor)).longValueExact();
    }
}
