package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store promises. Each implementation runs it, with its clock in the test's hand. */
public abstract class StoreContract {

    private static final long SECOND = 1_000_000;

    protected final ManualTimeSource time = new ManualTimeSource();
    private final Store store = open(time);

    /** A store that is empty and reads its time here. */
    protected abstract Store open(ManualTimeSource time);

    @AfterEach
    void close() {
        store.close();
    }

    private static Limit limit(String name, String rate) {
        return new Limit(new LimitId(name, name, "0"), Algorithm.SLIDING_LOG, Rate.parse(rate), 0, false, false);
    }

    private static Limit counting(String name, String rate) {
        return new Limit(new LimitId(name, name, "0"), Algorithm.SLIDING_LOG, Rate.parse(rate), 0, true, false);
    }

    private static Limit shadow(String name, String rate) {
        return new Limit(new LimitId(name, name, "0"), Algorithm.SLIDING_LOG, Rate.parse(rate), 0, false, true);
    }

    private Verdict hit(Limit limit, long permits) throws StoreException {
        return Asked.decide(store, List.of(new Charge(limit, "bob", permits))).get(0);
    }

    private void after(String duration) {
        time.advance(Durations.parse(duration));
    }

    @Test
    void anEntryAgedExactlyTheWindowHasLeft() throws StoreException {
        Limit limit = limit("a", "1/10s");
        assertThat(hit(limit, 1).passed()).isTrue();
        time.set(time.micros() + 10 * SECOND - 1);
        assertThat(hit(limit, 1)).isEqualTo(new Verdict(false, 0, 1, 1, 0, 1));
        time.set(time.micros() + 1);
        assertThat(hit(limit, 1).passed()).isTrue();
    }

    @Test
    void anIntervalMayBeMuchLongerThanTheWindow() throws StoreException {
        long interval = Durations.toMicros(Durations.parse("100d"));
        Limit limit = new Limit(
                new LimitId("a", "a", "0"), Algorithm.SLIDING_LOG, Rate.parse("5/1s"), interval, false, false);
        assertThat(hit(limit, 1).passed()).isTrue();
        after("60d");
        assertThat(hit(limit, 1).retryMicros()).isEqualTo(Durations.toMicros(Durations.parse("40d")));
        after("40d");
        assertThat(hit(limit, 1).passed()).isTrue();
    }

    @Test
    void aDeniedAttemptSpendsNothing() throws StoreException {
        Limit limit = limit("a", "2/10s");
        hit(limit, 1);
        for (int i = 0; i < 50; i++) {
            assertThat(hit(limit, 2).passed()).isFalse();
        }
        assertThat(hit(limit, 1).passed()).isTrue();
    }

    @Test
    void checksAllThenCommitsAll() throws StoreException {
        Charge wide = new Charge(limit("wide", "10/10s"), "bob", 1);
        Charge narrow = new Charge(limit("narrow", "1/10s"), "1.2.3.4", 1);
        assertThat(Asked.decide(store, List.of(wide, narrow))).allMatch(Verdict::passed);
        List<Verdict> denied = Asked.decide(store, List.of(wide, narrow));
        assertThat(denied.get(0).passed()).isTrue();
        assertThat(denied.get(0).remaining()).as("not spent").isEqualTo(9);
        assertThat(denied.get(1).passed()).isFalse();
        assertThat(Asked.peek(store, List.of(wide)).get(0).remaining()).isEqualTo(9);
    }

    @Test
    void tellsWhenAWeightedChargeFits() throws StoreException {
        Limit limit = limit("a", "10/10s");
        hit(limit, 3);
        after("1s");
        hit(limit, 4);
        after("1s");
        Verdict denied = hit(limit, 5);
        assertThat(denied.remaining()).isEqualTo(3);
        assertThat(denied.retryMicros()).as("when the 3 of 0 s leave").isEqualTo(8 * SECOND);
        assertThat(denied.admissible()).isEqualTo(3);
        assertThat(hit(limit, 8).retryMicros())
                .as("when the 4 of 1 s leave too")
                .isEqualTo(9 * SECOND);
    }

    @Test
    void neverIsForMoreThanTheLimitItself() throws StoreException {
        Verdict verdict = hit(limit("a", "10/10s"), 11);
        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.retryMicros()).isEqualTo(Verdict.NEVER);
        assertThat(verdict.remaining()).isEqualTo(10);
    }

    @Test
    void resetIsWhenTheFullLimitIsThereAgain() throws StoreException {
        Limit limit = limit("a", "5/10s");
        assertThat(hit(limit, 1).resetMicros()).isEqualTo(10 * SECOND);
        after("4s");
        assertThat(Asked.peek(store, List.of(new Charge(limit, "bob", 1)))
                        .get(0)
                        .resetMicros())
                .isEqualTo(6 * SECOND);
    }

    @Test
    void shadowsNeverDenyAndCountWhatPassesThem() throws StoreException {
        Charge shadow = new Charge(shadow("shadow", "1/10s"), "bob", 1);
        Charge real = new Charge(limit("real", "5/10s"), "bob", 1);
        Asked.decide(store, List.of(shadow, real));
        List<Verdict> second = Asked.decide(store, List.of(shadow, real));
        assertThat(second.get(0).passed()).isFalse();
        assertThat(second.get(1).passed()).isTrue();
        assertThat(second.get(1).remaining()).isEqualTo(3);
    }

    @Test
    void countsDeniedAttemptsWhereAskedTo() throws StoreException {
        Limit limit = counting("a", "2/10s");
        hit(limit, 1);
        hit(limit, 1);
        after("9s");
        assertThat(hit(limit, 1).passed()).isFalse();
        after("2s");
        assertThat(hit(limit, 1).passed())
                .as("the refused attempt of 9 s counts, the one now makes two")
                .isTrue();
        assertThat(hit(limit, 1).passed()).isFalse();
    }

    @Test
    void countsAnAttemptThatAnotherRuleDenied() throws StoreException {
        Charge counting = new Charge(counting("counting", "2/1m"), "bob", 1);
        Charge full = new Charge(limit("full", "1/1m"), "bob", 1);
        Asked.decide(store, List.of(full));
        Asked.decide(store, List.of(counting, full));
        assertThat(Asked.peek(store, List.of(counting)).get(0).remaining()).isEqualTo(1);
    }

    @Test
    void keepsIntervalsBetweenAdmittedActions() throws StoreException {
        Limit limit = new Limit(
                new LimitId("a", "a", "0"), Algorithm.SLIDING_LOG, Rate.parse("10/1s"), 5 * SECOND, false, false);
        assertThat(hit(limit, 1).admissible()).isZero();
        after("4s");
        assertThat(hit(limit, 1).retryMicros()).as("longer than the window").isEqualTo(SECOND);
        after("1s");
        assertThat(hit(limit, 1).passed()).isTrue();
    }

    @Test
    void resetsAndCredits() throws StoreException {
        Limit limit = limit("a", "5/10s");
        hit(limit, 2);
        after("1s");
        hit(limit, 3);
        Asked.credit(store, List.of(new Charge(limit, "bob", 3)));
        Charge one = new Charge(limit, "bob", 1);
        assertThat(Asked.peek(store, List.of(one)).get(0).remaining()).isEqualTo(3);
        assertThat(hit(limit, 4).retryMicros()).as("the oldest went first").isEqualTo(10 * SECOND);
        Asked.credit(store, List.of(new Charge(limit, "bob", 100)));
        assertThat(Asked.peek(store, List.of(one)).get(0)).isEqualTo(new Verdict(true, 5, 0, 0, 5, Verdict.NEVER));
        hit(limit, 5);
        Asked.reset(store, List.of(one));
        assertThat(hit(limit, 5).passed()).isTrue();
    }

    @Test
    void aRaisedLimitFreesAtOnceALoweredOneBitesAtOnce() throws StoreException {
        hit(limit("a", "5/10s"), 5);
        assertThat(hit(limit("a", "7/10s"), 2).passed()).isTrue();
        assertThat(hit(limit("a", "3/10s"), 1))
                .isEqualTo(new Verdict(false, 0, 10 * SECOND, 10 * SECOND, 0, 10 * SECOND));
        after("2s");
        assertThat(hit(limit("a", "3/1s"), 3).passed())
                .as("a shorter window drops what is older")
                .isTrue();
    }

    @Test
    void aStepBackOfUpToASecondFreezes() throws StoreException {
        Limit limit = limit("a", "1/10s");
        hit(limit, 1);
        time.advance(Duration.ofMillis(-900));
        assertThat(hit(limit, 1).retryMicros()).isEqualTo(10 * SECOND);
    }

    @Test
    void aLargerStepBackNeitherMintsNorBurns() throws StoreException {
        Limit limit = limit("a", "2/10s");
        hit(limit, 1);
        after("4s");
        time.advance(Duration.ofHours(-1));
        assertThat(hit(limit, 1).passed()).as("one of two was used").isTrue();
        assertThat(hit(limit, 1).retryMicros()).as("no lock-out of an hour").isEqualTo(10 * SECOND);
        after("10s");
        assertThat(hit(limit, 2).passed()).isTrue();
        assertThat(hit(limit, 1).passed()).isFalse();
    }

    @Test
    void thirtyDaysAndAMillionPermitsWork() throws StoreException {
        Limit limit = limit("a", "1000000/30d");
        assertThat(hit(limit, 1_000_000).remaining()).isZero();
        time.set(time.micros() + 30L * 86_400 * SECOND - 1);
        assertThat(hit(limit, 1).retryMicros()).isEqualTo(1);
        time.set(time.micros() + 1);
        assertThat(hit(limit, 1_000_000).passed()).isTrue();
    }

    /** The definition itself, checked against everything that was admitted. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void neverMoreThanTheLimitInAnyWindow(long seed) throws StoreException {
        Random random = new Random(seed);
        Limit limit = limit("a", (1 + random.nextInt(20)) + "/" + (1 + random.nextInt(5)) + "s");
        Deque<long[]> admitted = new ArrayDeque<>();
        List<Boolean> both = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            time.set(time.micros() + (random.nextInt(5) == 0 ? random.nextLong(2 * SECOND) : random.nextLong(100_000)));
            long permits = random.nextInt(4) == 0 ? 1 + random.nextInt(5) : 1;
            long window = time.micros() - limit.rate().windowMicros();
            while (!admitted.isEmpty() && admitted.peekFirst()[0] <= window) {
                admitted.pollFirst();
            }
            long used = admitted.stream().mapToLong(entry -> entry[1]).sum();
            boolean passed = hit(limit, permits).passed();
            assertThat(passed)
                    .as("seed %d, step %d", seed, i)
                    .isEqualTo(used + permits <= limit.rate().permits());
            if (passed) {
                admitted.addLast(new long[] {time.micros(), permits});
            }
            both.add(passed);
        }
        assertThat(both).contains(true, false);
    }
}
