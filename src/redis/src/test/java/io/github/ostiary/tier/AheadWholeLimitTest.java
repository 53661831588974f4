package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Permits taken ahead deny no caller for longer than two seconds what is left of the limit: a lone caller gets all of it, however it
 * comes, and what nodes did not use is back whether anyone asks or not. Never one permit too many.
 */
class AheadWholeLimitTest {

    private static final long SECOND = 1_000_000;
    private static final long LATE = 2 * SECOND;

    private final SteppedClock clock = new SteppedClock();
    private final Pace pace = clock.of(0);
    private final List<Long> admitted = new ArrayList<>();

    /** The first that was admitted in the last window, and in that and what may come late. */
    private final int[] first = new int[2];

    private TwoTiers node(Store store) {
        return new TwoTiers(
                new LocalDenialCache(1_000, pace),
                store,
                new LocalStore(1_000, pace),
                1,
                Duration.ofSeconds(2),
                pace,
                new StoreCounts());
    }

    private static Limit limit(long permits, long windowMicros) {
        Rate rate = new Rate(permits, windowMicros);
        Tuning tuning = Tuning.of(Algorithm.SLIDING_LOG, rate).withAhead(permits / 50);
        return new Limit(new LimitId("api", "api", "0"), Algorithm.SLIDING_LOG, rate, tuning, 0, false, false);
    }

    private int within(Limit limit, boolean withLate) {
        long span = limit.rate().windowMicros() + (withLate ? LATE : 0);
        int which = withLate ? 1 : 0;
        while (first[which] < admitted.size() && clock.now() - admitted.get(first[which]) >= span) {
            first[which]++;
        }
        return admitted.size() - first[which];
    }

    /** Denied is only who has used all, but for what comes back late. */
    private void call(TwoTiers node, Limit limit, String what, boolean lone) {
        Verdict said = node.decide(new Charge(limit, "bob", 1));
        assertThat(said).as(what).isNotNull();
        if (said.passed()) {
            assertThat(within(limit, false)).as("one too many: " + what).isLessThan((int) limit.capacity());
            admitted.add(clock.now());
        } else if (lone) {
            assertThat(within(limit, true)).as("too few: " + what).isGreaterThanOrEqualTo((int) limit.capacity());
        }
    }

    static Stream<Arguments> grid() {
        List<Arguments> grid = new ArrayList<>();
        for (long permits : new long[] {500, 1_000, 10_000, 100_000}) {
            for (String window : new String[] {"1m", "1h"}) {
                for (int burst : new int[] {5, 12, 15, 40}) {
                    for (long pause : new long[] {200, 1_100, 5_000}) {
                        grid.add(Arguments.of(permits, window, burst, pause));
                    }
                }
            }
        }
        return grid.stream();
    }

    /** One node and one caller, in bursts. */
    @ParameterizedTest
    @MethodSource("grid")
    void aLoneCallerInBurstsGetsAll(long permits, String window, int burst, long pauseMillis) throws StoreException {
        Limit limit = limit(permits, window.equals("1m") ? 60 * SECOND : 3_600 * SECOND);
        String what = permits + "/" + window + ", " + burst + " every " + pauseMillis + " ms";
        int bursts = (int) Math.min(2 * permits / burst, 300);
        try (Store store = Backend.LOCAL.store(pace, "whole");
                TwoTiers node = node(store)) {
            for (int i = 0; i < bursts; i++) {
                for (int j = 0; j < burst; j++) {
                    clock.pass(300);
                    call(node, limit, what, true);
                }
                clock.pass(pauseMillis * 1_000);
            }
        }
    }

    static Stream<Arguments> backendsAndSeeds() {
        return Stream.of(Backend.LOCAL, Backend.REDIS).flatMap(backend -> new Random(12)
                .longs(backend == Backend.LOCAL ? 40 : 3)
                .mapToObj(seed -> Arguments.of(backend, seed)));
    }

    /** As callers come, on several nodes, of which the others are silent for two seconds when one asks for all. */
    @ParameterizedTest
    @MethodSource("backendsAndSeeds")
    void whatIsUnusedComesBack(Backend backend, long seed) throws StoreException {
        Random random = new Random(seed);
        Limit limit = limit(500 + random.nextInt(1_500), (2 + random.nextInt(60)) * SECOND);
        long window = limit.rate().windowMicros();
        String what = "seed " + seed + ", " + limit;
        try (Store store = backend.store(pace, "whole:" + UUID.randomUUID())) {
            List<TwoTiers> nodes = List.of(node(store), node(store), node(store));
            for (int round = 0; round < (backend == Backend.LOCAL ? 12 : 4); round++) {
                for (int i = random.nextInt(30); i > 0; i--) {
                    TwoTiers node = nodes.get(random.nextInt(3));
                    for (int j = random.nextInt(60); j > 0; j--) {
                        clock.pass(random.nextInt(2_000));
                        call(node, limit, what, false);
                    }
                    clock.pass(random.nextInt(700_000));
                }
                clock.pass(LATE);
                Verdict seen = store.ask(Operation.PEEK, List.of(new Charge(limit, "bob", 1)), Store.NO_DEADLINE)
                        .get(0);
                assertThat(seen.remaining())
                        .as("what is unused is back: " + what)
                        .isGreaterThanOrEqualTo(limit.capacity() - within(limit, true));
                for (int i = 0; i < 600; i++) {
                    clock.pass(1 + random.nextInt(300));
                    call(nodes.get(0), limit, what, true);
                }
            }
            nodes.forEach(TwoTiers::close);
        }
    }
}
