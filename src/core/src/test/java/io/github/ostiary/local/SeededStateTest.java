package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.algorithm.LimitCounter;
import io.github.ostiary.algorithm.LimitCounters;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A counter that stands in for another store's never has less than what is known of that one's. */
class SeededStateTest {

    private static final long NOW = 1_700_000_000_000_000L;

    private final AtomicLong known = new AtomicLong();

    private SeededState state(Algorithm algorithm) {
        return new SeededState((charge, now) -> known.get(), LimitCounters.of(algorithm));
    }

    private static Verdict decided(SeededState state, Charge charge) {
        state.advance(charge, NOW);
        boolean passes = state.passes(charge, 0);
        return passes ? state.take(charge) : state.leave(charge, false);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsKnownIsUsedOnceHoweverOftenItIsTold(Algorithm algorithm) {
        Charge one = new Charge(Limits.of(algorithm, "10/1h"), "bob", 1);
        SeededState state = state(algorithm);
        known.set(4);
        assertThat(decided(state, one).remaining()).isEqualTo(5);
        assertThat(decided(state, one).remaining()).as("five of its own").isEqualTo(4);
        known.set(9);
        assertThat(decided(state, one).passed()).isTrue();
        assertThat(decided(state, one).passed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsKnownCountsForADenialAndForACharge(Algorithm algorithm) {
        Charge one = new Charge(Limits.of(algorithm, "10/1h"), "bob", 1);
        known.set(10);
        assertThat(decided(state(algorithm), one).passed()).isFalse();
        SeededState charged = state(algorithm);
        charged.advance(one, NOW);
        assertThat(charged.apply(Operation.CHARGE, one).remaining()).isZero();
        assertThat(charged.isUnused(one)).isFalse();
    }

    /** By another plan's reckoning, or before the rate was lowered, more may be used than there is. */
    @ParameterizedTest
    @EnumSource
    void moreThanTheLimitIsNeverKnown(Algorithm algorithm) {
        Limit limit = Limits.of(algorithm, "10/1h");
        SeededState state = state(algorithm);
        Charge one = new Charge(limit, "bob", 1);
        known.set(1_000);
        assertThat(decided(state, one).resetMicros()).isLessThanOrEqualTo(3_600_000_000L);
        known.set(0);
        state.advance(one, NOW);
        state.apply(Operation.CREDIT, new Charge(limit, "bob", 10));
        assertThat(state.peek(one).remaining()).isEqualTo(10);
        assertThat(state.life(one)).as("nothing is left to keep").isZero();
    }

    /** How long it is kept is the counter's to say. */
    @ParameterizedTest
    @EnumSource
    void itIsKeptAsLongAsTheCounter(Algorithm algorithm) {
        Charge one = new Charge(Limits.of(algorithm, "10/1h"), "bob", 1);
        SeededState state = state(algorithm);
        LimitCounter counter = LimitCounters.of(algorithm);
        counter.advance(one, NOW);
        assertThat(counter.take(one)).isEqualTo(decided(state, one));
        assertThat(state.life(one)).isEqualTo(counter.life(one)).isPositive();
        assertThat(state.isUnused(one)).isFalse();
        SeededState fresh = state(algorithm);
        fresh.advance(one, NOW);
        assertThat(fresh.isUnused(one)).isTrue();
    }
}
