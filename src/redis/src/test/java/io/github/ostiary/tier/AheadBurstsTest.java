package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.SharedStore;
import io.github.ostiary.testing.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One node alone gets exactly its limit, however its callers come: of what it takes ahead nothing is lost. In injected time; how
 * often a call takes more ahead, and how long it has it, is by seed.
 */
@Tag("slow")
class AheadBurstsTest {

    private static final long SECOND = 1_000_000;

    private final SteppedClock clock = new SteppedClock();
    private final TimeSource time = clock.of(0);

    /** What was admitted, when and how much; and with what was admitted just before a reset, which may still be reported. */
    private final List<long[]> uses = new ArrayList<>();

    private final List<long[]> maybe = new ArrayList<>();

    /** The store's clock, which goes beside the node's. */
    private final ManualTimeSource server = new ManualTimeSource();

    private void pass(long micros) {
        for (long left = micros; left > 0; left -= SECOND / 10) {
            long step = Math.min(left, SECOND / 10);
            server.advance(Duration.ofNanos(1_000 * step));
            clock.pass(step);
        }
    }

    private TwoTiers node(Store store) {
        return new TwoTiers(
                new LocalDenialCache(1_000, time),
                store,
                new LocalStore(1_000, time),
                1,
                Duration.ofSeconds(2),
                time,
                null);
    }

    private static Limit limit(String rate) {
        return limit("a", rate);
    }

    private static Limit limit(String policy, String rate) {
        Rate parsed = Rate.parse(rate);
        long ahead = parsed.permits() / 50;
        Tuning tuning = Tuning.of(Algorithm.SLIDING_LOG, parsed);
        return new Limit(
                new LimitId("api", policy, policy),
                Algorithm.SLIDING_LOG,
                parsed,
                ahead < 10 ? tuning : tuning.withAhead(ahead),
                0,
                false,
                false);
    }

    private static boolean admits(TwoTiers node, List<Limit> limits, long permits) {
        List<Ask> asks = new ArrayList<>();
        for (Limit limit : limits) {
            asks.add(new Ask(
                    new Charge(limit, "bob", permits), Rules.limit(limit.rule(), List.of(limit)), Key.of("bob")));
        }
        TierAnswer said = node.decide(asks);
        assertThat(said.degraded()).isFalse();
        return said.admits(asks);
    }

    static Stream<Arguments> grid() {
        List<Arguments> all = new ArrayList<>();
        for (int limit : new int[] {500, 1_000, 10_000, 100_000}) {
            for (int burst : new int[] {5, 12, 15, 40}) {
                for (long every : new long[] {SECOND / 5, SECOND * 11 / 10, SECOND * 5}) {
                    all.add(Arguments.of(Backend.LOCAL, limit, burst, every));
                }
            }
        }
        all.add(Arguments.of(Backend.REDIS, 500, 12, SECOND * 11 / 10));
        all.add(Arguments.of(Backend.REDIS, 1_000, 15, SECOND * 11 / 10));
        all.add(Arguments.of(Backend.REDIS, 3_000, 40, SECOND / 5));
        return all.stream();
    }

    /** Through the minute, or through the hour, or until the first denial. */
    @ParameterizedTest
    @MethodSource("grid")
    void allOfTheLimitAndNotOneMore(Backend backend, int permits, int burst, long every) {
        for (String window : List.of("1m", "1h")) {
            long micros = Rate.parse("1/" + window).windowMicros();
            List<Limit> limit = List.of(limit(permits + "/" + window));
            try (Store store = backend.store(server, "bursts:" + UUID.randomUUID());
                    TwoTiers node = node(store)) {
                long end = time.micros() + micros;
                int asked = 0;
                int admitted = 0;
                while (time.micros() < end && asked < permits + 3 * burst) {
                    for (int i = 0; i < burst && time.micros() < end; i++) {
                        asked++;
                        admitted += admits(node, limit, 1) ? 1 : 0;
                        pass(400);
                    }
                    pass(every);
                }
                assertThat(admitted).as("%d/%s", permits, window).isEqualTo(Math.min(asked, permits));
            }
        }
    }

    static LongStream seeds() {
        return new Random(17).longs(60);
    }

    /**
     * Several rates of a rule, costs, pauses, and changes while parts are out. Whatever is taken must fit in each window by the last times that
     * it may count from; whatever is denied must not fit by the first ones, which lie three seconds before.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void aLoneCallerIsDeniedOnlyWhereThereIsNoRoom(long seed) throws StoreException {
        Random random = new Random(seed);
        List<Limit> limits = new ArrayList<>(List.of(limit((500 + random.nextInt(500)) + "/10s")));
        if (random.nextBoolean()) {
            limits.add(limit("b", (2_000 + random.nextInt(2_000)) + "/1m"));
        }
        try (TwoTiers node = node(new SharedStore(time, SharedStore.Listener.NONE, false).line())) {
            for (int i = 0; i < 400; i++) {
                long burst = random.nextInt(4) == 0 ? 300 : random.nextInt(40);
                for (long k = 0; k < burst; k++) {
                    long cost = random.nextInt(20) == 0 ? 1 + random.nextInt(60) : 1;
                    boolean admitted = admits(node, limits, cost);
                    for (Limit limit : limits) {
                        long window = limit.rate().windowMicros();
                        long room = limit.capacity() - cost;
                        if (admitted) {
                            assertThat(used(uses, window)).as("seed %d", seed).isLessThanOrEqualTo(room);
                        }
                    }
                    if (!admitted) {
                        assertThat(limits)
                                .as("seed %d, %s of %s", seed, i, cost)
                                .anyMatch(limit -> used(maybe, limit.rate().windowMicros() + 3 * SECOND) + cost
                                        > limit.capacity());
                    } else {
                        uses.add(new long[] {time.micros(), cost});
                        maybe.add(new long[] {time.micros(), cost});
                    }
                    clock.pass(random.nextInt(3_000));
                }
                clock.pass(random.nextInt(4) == 0 ? random.nextLong(6 * SECOND) : random.nextLong(SECOND));
                if (random.nextInt(20) == 0) {
                    change(node, random, limits);
                }
            }
        }
    }

    private long used(List<long[]> uses, long window) {
        long used = 0;
        for (int i = uses.size() - 1; i >= 0 && uses.get(i)[0] > time.micros() - window; i--) {
            used += uses.get(i)[1];
        }
        return used;
    }

    /** A reset, or another rate, while parts are out. After a reset what was taken ahead counts until it comes back. */
    private void change(TwoTiers node, Random random, List<Limit> limits) throws StoreException {
        if (random.nextBoolean()) {
            List<Claim> claims = new ArrayList<>();
            limits.forEach(limit -> claims.add(new Charge(limit, "bob", 1)));
            node.change(Operation.RESET, claims);
            uses.clear();
            maybe.removeIf(use -> use[0] < time.micros() - 3 * SECOND);
        } else {
            limits.set(0, limit((500 + random.nextInt(500)) + "/10s"));
            clock.pass(SECOND + SECOND / 10); // what was known by the old one may deny until then
        }
    }

    /** What a hot key costs: a call to the store for ten admissions at most. */
    @Test
    void aHotKeyIsAskedForSeldom() {
        SharedStore server = new SharedStore(time, SharedStore.Listener.NONE, false);
        try (TwoTiers node = node(server.line())) {
            List<Limit> limit = List.of(limit("100000/1m"));
            int calls = 20_000;
            for (int i = 0; i < calls; i++) {
                assertThat(admits(node, limit, 1)).isTrue();
                clock.pass(500);
            }
            assertThat(server.questions).as("questions for %d calls", calls).isLessThanOrEqualTo(calls / 10);
            System.out.println("Questions of a hot key: " + server.questions);
        }
    }

    /** What another node has and does not use comes back within two seconds of its end, though nobody asks. */
    @Test
    void whatIsNotUsedComesBackThoughNobodyAsks() throws StoreException {
        SharedStore server = new SharedStore(time, SharedStore.Listener.NONE, false);
        try (TwoTiers node = node(server.line())) {
            Limit limit = limit("10000/1h");
            for (int i = 0; i < 12; i++) {
                assertThat(admits(node, List.of(limit), 1)).isTrue();
                clock.pass(400);
            }
            assertThat(remaining(server, limit)).isLessThan(10_000 - 12);
            clock.pass(3 * SECOND);
            assertThat(remaining(server, limit)).isEqualTo(10_000 - 12);
            assertThat(clock.isIdle()).isTrue();
        }
    }

    private static long remaining(SharedStore server, Limit limit) throws StoreException {
        return server.line()
                .ask(Operation.PEEK, List.of(new Charge(limit, "bob", 1)), Long.MAX_VALUE)
                .get(0)
                .remaining();
    }
}
