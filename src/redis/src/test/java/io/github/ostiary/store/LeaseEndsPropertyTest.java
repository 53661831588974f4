package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Backend;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Beside a model that knows the end of each lease as it was granted, while the rule's lease and permits change. */
@Tag("slow")
class LeaseEndsPropertyTest {

    private static final long SECOND = 1_000_000;
    private static final int STEPS = 1_500;

    private final ManualTimeSource time = new ManualTimeSource();
    private final Map<String, Long> ends = new HashMap<>();
    private int granted;
    private int refused;

    static Stream<Arguments> storesAndSeeds() {
        return Stream.of(Backend.LOCAL, Backend.REDIS)
                .flatMap(store -> LongStream.rangeClosed(1, 6).mapToObj(seed -> Arguments.of(store, seed)));
    }

    @ParameterizedTest
    @MethodSource("storesAndSeeds")
    void neverMoreThanThePermitsAreHeldByTheirGrantedEnds(Backend backend, long seed) throws StoreException {
        Random random = new Random(seed);
        int most = seed % 2 == 0 ? 3 : 20;
        try (Store store = backend.store(time, "lease-ends:" + UUID.randomUUID())) {
            ConcurrencyPolicy rule = rule(random, most);
            for (int i = 0; i < STEPS; i++) {
                rule = random.nextInt(40) == 0 ? rule(random, most) : rule;
                time.set(time.micros()
                        + (random.nextInt(6) == 0 ? random.nextLong(3 * SECOND) : random.nextLong(1_000)));
                step(store, rule, random, "seed " + seed + ", step " + i);
            }
        }
        assertThat(granted).isGreaterThan(STEPS / 20);
        assertThat(refused).isGreaterThan(STEPS / 20);
    }

    /** Of 1 to so many permits, held for 1 to 30 seconds. */
    private static ConcurrencyPolicy rule(Random random, int most) {
        return new ConcurrencyPolicy("work", "", 1 + random.nextInt(most), (1 + random.nextLong(30)) * SECOND, false);
    }

    private void step(Store store, ConcurrencyPolicy rule, Random random, String as) throws StoreException {
        long now = time.micros();
        ends.values().removeIf(end -> end <= now);
        long room = rule.permits() - ends.size();
        String lease = ends.isEmpty() || random.nextInt(2) == 0
                ? UUID.randomUUID().toString()
                : List.copyOf(ends.keySet()).get(random.nextInt(ends.size()));
        boolean held = ends.containsKey(lease);
        if (!held && random.nextInt(4) > 0) {
            assertThat(ask(store, Operation.DECIDE, rule, lease)).as(as).isEqualTo(room > 0);
            note(room > 0, lease, now + rule.leaseMicros());
        } else if (random.nextInt(3) == 0) {
            assertThat(ask(store, Operation.RENEW, rule, lease)).as(as).isEqualTo(held);
            note(held, lease, now + rule.leaseMicros());
        } else {
            assertThat(ask(store, Operation.ABANDON, rule, lease)).as(as).isEqualTo(held);
            ends.remove(lease);
        }
    }

    private void note(boolean passed, String lease, long end) {
        if (passed) {
            ends.put(lease, end);
            granted++;
        } else {
            refused++;
        }
    }

    private static boolean ask(Store store, Operation operation, ConcurrencyPolicy rule, String lease)
            throws StoreException {
        return Asked.ask(store, operation, List.of(new LeaseClaim(rule, "bob", lease)))
                .get(0)
                .passed();
    }
}
