package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Caches never deny what the store, asked at that moment, would admit, bar one second of staleness after a reset,
 * credit or flush elsewhere. Several nodes whose clocks differ, calls that reach the store late and answer later and out
 * of order, weighted charges, intervals.
 */
@Tag("slow")
class DenialCachePropertyTest {

    private static final long SECOND = 1_000_000;

    private record Event(long micros, Action action) {}

    private interface Action {
        void run() throws StoreException;
    }

    private record Node(LocalDenialCache front, long clockOffset) {}

    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::micros));
    private final ManualTimeSource time = new ManualTimeSource();
    private final Store store = NeverIdle.store(time);
    private final List<Node> nodes = new ArrayList<>();
    private final long[] disturbed = new long[3];
    private int denials;
    private int asked;

    static Stream<Arguments> algorithmsAndSeeds() {
        return Stream.of(Algorithm.values())
                .flatMap(algorithm -> LongStream.rangeClosed(1, 10).mapToObj(seed -> Arguments.of(algorithm, seed)));
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndSeeds")
    void denyOnlyWhatTheStoreWouldDeny(Algorithm algorithm, long seed) throws StoreException {
        Random random = new Random(seed);
        Limit limit = limit(random, algorithm);
        for (int i = 0; i < 3; i++) {
            nodes.add(new Node(new LocalDenialCache(10_000, time), random.nextLong(50 * SECOND)));
        }
        long at = time.micros();
        for (int i = 0; i < 20_000; i++) {
            at += random.nextInt(6) == 0 ? random.nextLong(limit.rate().windowMicros()) : random.nextLong(20_000);
            Node node = nodes.get(random.nextInt(nodes.size()));
            int key = random.nextInt(disturbed.length);
            long wait = random.nextInt(3) == 0 ? random.nextLong(limit.rate().windowMicros()) : 0;
            Charge charge = new Charge(limit, "k" + key, permits(random, limit), wait);
            boolean disturb = random.nextInt(200) == 0;
            boolean charges = random.nextInt(100) == 0;
            boolean flush = random.nextInt(2_000) == 0;
            long travel = random.nextLong(60_000);
            long back = travel + random.nextLong(60_000);
            long sent = at;
            events.add(new Event(at, () -> {
                if (flush) {
                    disturb("k0", 0, limit, true);
                    disturb("k1", 1, limit, true);
                    disturb("k2", 2, limit, true);
                } else if (disturb) {
                    disturb("k" + key, key, limit, random.nextBoolean());
                } else {
                    hit(node, charge, key, sent, travel, back, seed, charges);
                }
            }));
        }
        while (!events.isEmpty()) {
            Event event = events.poll();
            time.set(event.micros());
            event.action().run();
        }
        assertThat(asked).isPositive();
        assertThat(denials).as("a cache that never refuses proves nothing").isGreaterThan(500);
    }

    private static Limit limit(Random random, Algorithm algorithm) {
        long permits = 1 + random.nextInt(random.nextBoolean() ? 5 : 200);
        long window = 20_000 * (random.nextBoolean() ? 15 + random.nextInt(50) : 100 + random.nextInt(1_500));
        long interval = random.nextInt(4) == 0 ? random.nextLong(window / 2) + 1 : 0;
        Rate rate = new Rate(permits, window);
        Tuning tuning = Tuning.of(algorithm, rate);
        switch (algorithm) {
            case SLIDING_WINDOW -> tuning =
                    tuning.withPrecision(window / List.of(2, 4, 10, 20).get(random.nextInt(4)));
            case LEAKY_BUCKET -> tuning = tuning.withBurst(1 + random.nextLong(2 * permits));
            case TOKEN_BUCKET -> tuning = tuning.withBurst(1 + random.nextLong(2 * permits))
                    .withInitial(random.nextInt(2))
                    .withRefillByInterval(random.nextInt(3) == 0);
            default -> {}
        }
        return new Limit(new LimitId("r", "r", "0"), algorithm, rate, tuning, interval, false, false);
    }

    private static long permits(Random random, Limit limit) {
        return random.nextInt(3) == 0 ? 1 + random.nextLong(limit.capacity()) : 1;
    }

    private void disturb(String identity, int key, Limit limit, boolean reset) throws StoreException {
        List<Charge> charges = List.of(new Charge(limit, identity, 1 + limit.capacity() / 2));
        if (reset) {
            Asked.reset(store, charges);
        } else {
            Asked.credit(store, charges);
        }
        disturbed[key] = time.micros();
    }

    private void hit(Node node, Charge charge, int key, long sent, long travel, long back, long seed, boolean charges)
            throws StoreException {
        long local = time.micros() + node.clockOffset();
        Optional<Verdict> denial = node.front().denial(charge, local, SECOND);
        if (denial.isPresent()) {
            denials++;
            if (time.micros() - disturbed[key] >= SECOND) {
                Verdict truth = Asked.peek(store, List.of(charge)).get(0);
                assertThat(truth.passed())
                        .as("seed %d: %s refused by %s", seed, charge, denial.get())
                        .isFalse();
                assertThat(denial.get().retryMicros())
                        .as("seed %d: never promises more than a millisecond too late", seed)
                        .isPositive();
            }
            return;
        }
        asked++;
        if (charges) {
            events.add(new Event(sent + travel, () -> {
                Verdict after = Asked.charge(store, List.of(charge)).get(0);
                Charge one = new Charge(charge.limit(), charge.identity(), 1, charge.waitMicros());
                events.add(new Event(sent + back, () -> learn(node, one, after, true, sent)));
            }));
            return;
        }
        events.add(new Event(sent + travel, () -> {
            Verdict verdict = Asked.decide(store, List.of(charge)).get(0);
            events.add(new Event(sent + back, () -> learn(node, charge, verdict, verdict.passed(), sent)));
        }));
    }

    private void learn(Node node, Charge charge, Verdict verdict, boolean committed, long sent) {
        long offset = node.clockOffset();
        node.front().learn(charge, verdict, committed, sent + offset, time.micros() + offset);
    }
}
