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
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.SteppedClock;
import java.lang.reflect.Proxy;
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
 * Three nodes take permits ahead of one store, over a network that is slow and loses answers, with clocks of their own; what
 * happens while an answer is on its way happens within the call. In no window of the store's time is one permit used too many.
 */
class AheadPropertyTest {

    private static final int NODES = 3;
    private static final int CALLS = 4_000;
    private static final int DEEPEST = 3;
    private static final long LIFE = 1_000_000;

    /** One node's way to the store. */
    private final class Way implements Store {

        private final Store store;
        private final Node node;

        Way(Store store, Node node) {
            this.store = store;
            this.node = node;
        }

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
                throws StoreException {
            if (operation == Operation.DENY && random.nextInt(10) == 0) {
                throw new StoreException("lost on the way");
            }
            if (operation != Operation.DECIDE) {
                return store.ask(operation, claims, Long.MAX_VALUE);
            }
            asked++;
            travel(node);
            if (random.nextInt(60) == 0) {
                throw new StoreException("lost on the way");
            }
            List<Verdict> said = store.ask(operation, claims, Long.MAX_VALUE);
            long decided = server.micros();
            travel(node);
            if (random.nextInt(60) == 0) {
                throw new StoreException("the answer is lost");
            }
            node.decidedMicros = decided;
            return said;
        }

        @Override
        public LockBook locks() throws StoreException {
            return store.locks();
        }

        @Override
        public SharedState sharedState() {
            return store.sharedState();
        }

        @Override
        public void ping() {}

        @Override
        public void close() {}
    }

    /** One node, and whether it waits for an answer. */
    private final class Node {

        final long ahead = random.nextLong(1_000_000_000_000L);
        final TimeSource clock = clock(ahead);
        final LocalDenialCache front = new LocalDenialCache(1_000, clock);
        final TwoTiers tiers;
        boolean waits;
        long decidedMicros;

        Node(Store store) {
            tiers = new TwoTiers(
                    front,
                    new Way(store, this),
                    new LocalStore(1_000, clock),
                    NODES,
                    Duration.ofSeconds(2),
                    clock,
                    null);
        }

        /** Whether it decides by itself: a call that waits for another's answer would wait for ever here. */
        boolean mayCall(List<Ask> asks) {
            return !waits || asks.stream().allMatch(ask -> front.permits().covers(ask.claim(), clock.micros()));
        }

        void call(List<Ask> asks) {
            boolean nested = waits;
            waits = true;
            decidedMicros = server.micros();
            TierAnswer answer = tiers.decide(asks);
            waits = nested;
            if (answer.degraded() || answer.unavailable() != null || answer.size() == 0) {
                return;
            }
            boolean admitted = true;
            for (int i = 0; i < answer.size(); i++) {
                Verdict said = answer.said(i);
                admitted &= said != null && said.passed();
            }
            if (admitted) {
                times.add(decidedMicros);
                permits.add(asks.get(0).claim().permits());
            }
        }
    }

    private final ManualTimeSource server = new ManualTimeSource();
    private final SteppedClock timers = new SteppedClock();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final List<Long> permits = new ArrayList<>();
    private List<Limit> limits = List.of();
    private Random random = new Random();
    private Node caller;
    private int burst;
    private int depth;
    private int asked;
    private int called;

    private void pass(long micros) {
        server.advance(Duration.ofNanos(1_000 * micros));
        timers.pass(micros);
    }

    /** One node's clock; what it does in the background is done as time passes. */
    private TimeSource clock(long ahead) {
        Pace pace = timers.of(0);
        return (Pace) Proxy.newProxyInstance(
                Pace.class.getClassLoader(),
                new Class<?>[] {Pace.class},
                (self, method, given) ->
                        method.getName().equals("micros") ? server.micros() + ahead : method.invoke(pace, given));
    }

    static Stream<Arguments> backendsAndSeeds() {
        return Stream.of(Backend.LOCAL, Backend.REDIS).flatMap(backend -> new Random(11)
                .longs(backend == Backend.LOCAL ? 60 : 4)
                .mapToObj(seed -> Arguments.of(backend, seed)));
    }

    @ParameterizedTest
    @MethodSource("backendsAndSeeds")
    void noWindowHoldsOneTooMany(Backend backend, long seed) {
        random = new Random(seed);
        limits = random.nextBoolean() ? List.of(limit("a")) : List.of(limit("a"), limit("b"));
        try (Store store = backend.store(server, "ahead:" + UUID.randomUUID())) {
            for (int i = 0; i < NODES; i++) {
                nodes.add(new Node(store));
            }
            caller = nodes.get(0);
            for (int i = 0; i < CALLS; i++) {
                call();
            }
        }
        for (Limit limit : limits) {
            assertThat(most(limit.rate().windowMicros()))
                    .as("seed %d, %s", seed, limit)
                    .isLessThanOrEqualTo(limit.capacity());
        }
        assertThat(asked).as("seed %d: what is hot is asked seldom", seed).isLessThan(called);
    }

    private Limit limit(String name) {
        Rate rate = new Rate(150 + random.nextInt(150), 1_000_000L * (1 + random.nextInt(3)));
        Tuning tuning = Tuning.of(Algorithm.SLIDING_LOG, rate).withAhead(10 + random.nextInt(40));
        return new Limit(new LimitId(name, name, "0"), Algorithm.SLIDING_LOG, rate, tuning, 0, false, false);
    }

    /** Bursts of one node, and pauses of about a lease, a window, or what is left of it. */
    private void call() {
        if (burst-- <= 0) {
            long window = limits.get(0).rate().windowMicros();
            long[] pauses = {0, random.nextLong(LIFE), window - random.nextLong(LIFE), random.nextLong(window + LIFE)};
            pass(pauses[random.nextInt(pauses.length)]);
            caller = nodes.get(random.nextInt(NODES));
            burst = random.nextInt(3) == 0 ? 600 : random.nextInt(40);
        }
        pass(random.nextLong(300));
        Node node = random.nextInt(10) == 0 ? nodes.get(random.nextInt(NODES)) : caller;
        long count = random.nextInt(10) == 0 ? 1 + random.nextInt(4) : 1;
        List<Ask> asks = new ArrayList<>();
        for (Limit limit : limits) {
            asks.add(
                    new Ask(new Charge(limit, "bob", count), Rules.limit(limit.rule(), List.of(limit)), Key.of("bob")));
        }
        if (node.mayCall(asks)) {
            called++;
            node.call(asks);
        }
    }

    /** Time passes, and others call meanwhile. */
    private void travel(Node traveller) {
        pass(random.nextLong(random.nextInt(300) == 0 ? 1_500_000 : 1_000));
        if (depth < DEEPEST) {
            depth++;
            for (int i = random.nextInt(3); i > 0; i--) {
                call();
            }
            depth--;
        }
    }

    /** The most permits in any window. */
    private long most(long window) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < times.size(); i++) {
            order.add(i);
        }
        order.sort((one, other) -> Long.compare(times.get(one), times.get(other)));
        long most = 0;
        long inside = 0;
        int first = 0;
        for (int last = 0; last < order.size(); last++) {
            inside += permits.get(order.get(last));
            while (times.get(order.get(last)) - times.get(order.get(first)) >= window) {
                inside -= permits.get(order.get(first++));
            }
            most = Math.max(most, inside);
        }
        return most;
    }
}
