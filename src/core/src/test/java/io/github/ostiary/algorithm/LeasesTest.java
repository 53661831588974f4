package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Permits beside a table of who holds one until when. */
class LeasesTest {

    private static final long START = 1_700_000_000_000_000L;

    private final Leases leases = new Leases();
    private final Map<String, Long> ends = new HashMap<>();
    private long now = START;

    private static LeaseClaim claim(int permits, long lease, String id) {
        return new LeaseClaim(new ConcurrencyPolicy("upload", "0", permits, lease, false), "bob", id);
    }

    private long held(long at) {
        return ends.values().stream().filter(end -> end > at).count();
    }

    private long free(int permits, long at) {
        return Math.max(0, permits - held(at));
    }

    /** By trying each end: when there is a permit, when there are more, and when there are all. */
    private Verdict expected(int permits, boolean passed) {
        List<Long> later =
                ends.values().stream().filter(end -> end > now).sorted().toList();
        long free = free(permits, now);
        long more = later.stream()
                .filter(end -> free(permits, end) > free)
                .findFirst()
                .orElse(Verdict.NEVER);
        return new Verdict(
                passed,
                free,
                passed || free > 0 ? 0 : more - now,
                later.isEmpty() ? 0 : later.get(later.size() - 1) - now,
                free,
                more == Verdict.NEVER ? more : more - now,
                Consequence.IN_USE);
    }

    private Verdict enter(LeaseClaim claim, int permits) {
        boolean passes = leases.passes(claim, 0);
        assertThat(passes).isEqualTo(free(permits, now) > 0);
        assertThat(leases.passes(claim, 1)).as("after another").isEqualTo(free(permits, now) > 1);
        if (!passes) {
            return leases.leave(claim, false);
        }
        ends.put(claim.lease(), now + claim.concurrency().leaseMicros());
        return leases.take(claim);
    }

    @Test
    void eachVerdictIsWhatTheTableSays() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(3) * 1_000;
            int permits = 1 + random.nextInt(3);
            LeaseClaim claim = claim(permits, 1_000 * (1 + random.nextInt(9)), "l" + random.nextInt(6));
            boolean holds = ends.getOrDefault(claim.lease(), 0L) > now;
            leases.advance(claim, now);
            boolean passed = holds;
            Verdict verdict;
            switch (random.nextInt(5)) {
                case 0 -> {
                    verdict = leases.apply(Operation.RENEW, claim);
                    ends.computeIfPresent(
                            claim.lease(),
                            (id, end) -> end > now ? now + claim.concurrency().leaseMicros() : end);
                }
                case 1 -> {
                    verdict = leases.apply(Operation.ABANDON, claim);
                    ends.remove(claim.lease());
                }
                case 2 -> {
                    verdict = leases.apply(Operation.KEEP, claim);
                    ends.put(claim.lease(), now + claim.concurrency().leaseMicros());
                    passed = true;
                }
                case 3 -> {
                    verdict = leases.peek(claim);
                    passed = free(permits, now) > 0;
                }
                default -> {
                    boolean room = free(permits, now) > 0;
                    verdict = enter(claim, permits);
                    passed = room;
                }
            }
            assertThat(verdict).as("step %d", i).isEqualTo(expected(permits, passed));
            long last = ends.values().stream().mapToLong(end -> end - now).max().orElse(0);
            assertThat(leases.idleMicros()).isEqualTo(Math.max(1, last));
        }
    }

    /** Looking forgets nothing: a step back of the clock may bring a lease back. */
    @Test
    void itIsUnusedOnceAnotherCallHasSeenTheLastEnd() {
        LeaseClaim first = claim(2, 1_000, "a");
        leases.advance(first, now);
        assertThat(leases.isUnused(first)).isTrue();
        leases.take(first);
        leases.advance(first, now + 5_000);
        assertThat(leases.isUnused(first)).isFalse();
        LeaseClaim second = claim(2, 1_000, "b");
        leases.take(second);
        leases.apply(Operation.ABANDON, second);
        assertThat(leases.isUnused(first)).as("both are gone").isTrue();
    }

    /** With the same end, the one that entered first leaves first, and both leave. */
    @Test
    void twoThatEndTogetherBothEnd() {
        for (String id : List.of("a", "b")) {
            leases.advance(claim(2, 1_000, id), now);
            leases.take(claim(2, 1_000, id));
        }
        leases.advance(claim(2, 1_000, "c"), now + 999);
        assertThat(leases.passes(claim(2, 1_000, "c"), 0)).isFalse();
        leases.advance(claim(2, 1_000, "c"), now + 1_000);
        assertThat(leases.passes(claim(2, 1_000, "c"), 1)).isTrue();
    }
}
