package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Limits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls of three nodes whose words to the store are late, lost and said again, in any order, some never: nodes crash. What the
 * calls of any window have cost is never more than the limit and, for each of them that was in flight, as much as its estimate was
 * too low.
 */
@Tag("slow")
class ReservationPropertyTest {

    private static final long SECOND = 1_000_000;
    private static final long WINDOW = 60 * SECOND;
    private static final long LIMIT = 1_000;
    private static final int CALLS = 1_500;

    /** A word on its way. */
    private record Word(long at, int number, boolean settles, Call call) {}

    /** One call, as its node and the store know it. */
    private static final class Call {

        final Charge charge;
        final long estimate;
        final long cost;
        final boolean crashes;
        long takenAt = -1;
        long settledAt = -1;

        Call(Charge charge, long cost, boolean crashes) {
            this.charge = charge;
            this.estimate = charge.permits();
            this.cost = cost;
            this.crashes = crashes;
        }

        /** What it counts at a time: its estimate until it is settled. */
        long at(long time) {
            return settledAt >= 0 && settledAt <= time ? cost : estimate;
        }
    }

    private final ManualTimeSource time = new ManualTimeSource();
    private final PriorityQueue<Word> words =
            new PriorityQueue<>(Comparator.comparingLong(Word::at).thenComparingInt(Word::number));
    private final List<Call> taken = new ArrayList<>();
    private int number;

    static Stream<Arguments> storesAndSeeds() {
        return Stream.of(Backend.LOCAL, Backend.REDIS)
                .flatMap(backend -> Stream.of(Algorithm.SLIDING_LOG, Algorithm.FIXED_WINDOW, Algorithm.CALENDAR)
                        .flatMap(algorithm -> LongStream.rangeClosed(1, backend == Backend.LOCAL ? 20 : 2)
                                .mapToObj(seed -> Arguments.of(backend, algorithm, seed))));
    }

    @ParameterizedTest
    @MethodSource("storesAndSeeds")
    void noWindowCostsMoreThanTheLimitAndWhatWasInFlight(Backend backend, Algorithm algorithm, long seed)
            throws StoreException {
        time.set(1_700_000_040 * SECOND); // a full minute: windows of the clock begin here
        Random random = new Random(seed);
        Limit limit = Limits.of(algorithm, LIMIT + "/60s");
        long begins = time.micros();
        for (int i = 0; i < CALLS; i++) {
            begins += random.nextInt(20) == 0 ? random.nextLong(WINDOW) : random.nextLong(SECOND);
            long estimate = 1 + random.nextInt(60);
            long cost = random.nextInt(3) == 0 ? random.nextLong(2 * estimate + 1) : random.nextLong(estimate + 1);
            Charge charge = new Charge(limit, "bob", estimate).reserved("c" + i);
            say(random, begins, false, new Call(charge, cost, random.nextInt(25) == 0));
        }
        try (Store store = backend.store(time, UUID.randomUUID().toString())) {
            while (!words.isEmpty()) {
                hear(store, words.remove(), random);
            }
        }
        assertThat(taken).hasSizeGreaterThan(CALLS / 3);
        for (Call last : taken) {
            check(last, algorithm, "seed %d, %s".formatted(seed, last.charge.id()));
        }
    }

    /** Once or twice: the answer to the first is lost, or late, and it is said again. */
    private void say(Random random, long at, boolean settles, Call call) {
        int times = random.nextInt(4) == 0 ? 2 + random.nextInt(2) : 1;
        long arrives = at;
        for (int i = 0; i < times; i++) {
            arrives += random.nextInt(30) == 0 ? random.nextLong(WINDOW / 4) : random.nextLong(SECOND / 10);
            words.add(new Word(arrives, number++, settles, call));
        }
    }

    private void hear(Store store, Word word, Random random) throws StoreException {
        time.set(word.at());
        Call call = word.call();
        if (word.settles()) {
            Operation ending = random.nextBoolean() ? Operation.SUCCEED : Operation.ABANDON;
            Asked.ask(store, ending, List.of(call.charge.costing(call.cost)));
            call.settledAt = call.settledAt < 0 ? word.at() : call.settledAt;
            return;
        }
        if (call.settledAt >= 0) {
            return; // a question is not asked again once its answer was heard
        }
        boolean passed = Asked.decide(store, List.of(call.charge)).get(0).passed();
        if (passed && call.takenAt < 0) {
            call.takenAt = word.at();
            taken.add(call);
            if (!call.crashes) {
                say(random, word.at() + random.nextLong(2 * WINDOW / 3), true, call);
            }
        }
    }

    /** When the last of a window was let in, the store has counted all others there. */
    private void check(Call last, Algorithm algorithm, String as) {
        long from = algorithm == Algorithm.CALENDAR
                ? Math.floorDiv(last.takenAt, WINDOW) * WINDOW
                : algorithm == Algorithm.SLIDING_LOG ? last.takenAt - WINDOW + 1 : last.takenAt;
        long counted = 0;
        for (Call other : taken) {
            if (other.takenAt >= from && other.takenAt <= last.takenAt) {
                counted += other.at(last.takenAt);
            }
        }
        assertThat(counted).as(as).isLessThanOrEqualTo(LIMIT);
    }
}
