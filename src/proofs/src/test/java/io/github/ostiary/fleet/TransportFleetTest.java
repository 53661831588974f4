package io.github.ostiary.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.LockState;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Reservation;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.FarServer;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fleets with their real transport: three guards, each behind a way to one real Redis that is slow, cut, deaf or held by the
 * seed, while many threads call. The seed says what is tried, the machine when it happens; so a seed need not come to the same
 * end twice. What holds must hold whatever is lost: the rules here deny where Redis does not answer.
 */
@Tag("slow")
@ExtendWith(Quiet.class)
class TransportFleetTest {

    private static final int NODES = 3;
    private static final int SEEDS = 3;
    private static final int CALLERS = 3;
    private static final int CROWD = 6;

    /** Of every second seed: there several batches are under way on a connection. */
    private static final Duration FAR = Duration.ofMillis(3);

    private static final long LENGTH_NANOS = 2_500_000_000L;
    private static final long WINDOW_NANOS = 1_000_000_000L;

    /** A call has 100 ms for each of two questions; the rest is what a busy machine may take. */
    private static final long ENDLESS_NANOS = 8_000_000_000L;

    private static final Duration RECOVERY = Duration.ofSeconds(20);
    private static final long LIMIT = 20;
    private static final long WIDE = 600;
    private static final long OWN = 100_000;
    private static final int PERMITS = 2;

    private static final String LEFT = "%d failures, %d in flight, all permits %b, %d paid";
    private static final String NOTHING = LEFT.formatted(0, 0, true, 0);

    /** What was admitted, between which times it surely was, by one clock. */
    private record Use(String rule, long begun, long ended) {}

    @Test
    void everySeedKeepsTheRules() throws Exception {
        long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(Integer.getInteger("soak.minutes", 0));
        long seed = Long.getLong("transport.seed", 1);
        long last = seed + (Long.getLong("transport.seed") == null ? SEEDS : 1);
        while (seed < last || System.nanoTime() < until) {
            play(seed++);
        }
    }

    private static void play(long seed) throws Exception {
        Random random = new Random(seed);
        String prefix = "transport:" + UUID.randomUUID();
        List<RoughWay> ways = new ArrayList<>();
        List<Guard> nodes = new ArrayList<>();
        ExecutorService pool = Executors.newCachedThreadPool();
        try (FarServer far = FarServer.before(RedisServer.shared(), FAR)) {
            for (int i = 0; i < NODES; i++) {
                ways.add(new RoughWay(
                        seed % 2 == 0 ? far.port() : RedisServer.shared().port(), ":own:"));
                nodes.add(node(ways.get(i).uri(), prefix));
            }
            long end = System.nanoTime() + LENGTH_NANOS;
            List<Callable<List<Use>>> callers = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                Guard node = nodes.get(i);
                RoughWay way = ways.get(i);
                for (int j = 0; j < CALLERS; j++) {
                    callers.add(() -> calls(node, end, random.nextLong()));
                }
                for (int j = 0; j < CROWD; j++) {
                    Key own = Key.principal("crowd-" + i + "-" + j);
                    callers.add(() -> hasItsAnswers(node, own, end, seed));
                }
                callers.add(() -> works(node, end, random.nextLong()));
                callers.add(() -> leavesNothing(node, end, random.nextLong()));
                callers.add(() -> countsItself(node, way, end, seed));
            }
            List<Future<List<Use>>> all = new ArrayList<>();
            callers.forEach(caller -> all.add(pool.submit(caller)));
            trouble(ways, end, random);
            List<Use> uses = new ArrayList<>();
            for (Future<List<Use>> caller : all) {
                uses.addAll(caller.get(1, TimeUnit.MINUTES));
            }
            inNoWindowMoreThan(LIMIT, "few", uses, seed);
            inNoWindowMoreThan(WIDE, "wide", uses, seed);
            atNoTimeMoreThan(PERMITS, uses, seed);
            someAreLetIn(nodes.get(0));
            for (Guard node : nodes) {
                Await.until(
                        () -> node.limiter("own")
                                .tryAcquire(Key.principal("after"))
                                .allowed(),
                        RECOVERY);
            }
            nothingIsLeft(nodes.get(0), seed);
        } finally {
            pool.shutdownNow();
            nodes.forEach(Guard::close);
            ways.forEach(RoughWay::close);
        }
    }

    /** Afterwards at the latest: a machine that is slow answers nobody in time while all of them ask. */
    private static void someAreLetIn(Guard node) {
        Key bob = Key.principal("bob");
        for (String rule : List.of("few", "wide")) {
            Await.until(() -> node.limiter(rule).tryAcquire(bob).allowed(), RECOVERY);
        }
        Await.until(
                () -> {
                    try (Lease lease = node.semaphores("work").tryEnter(bob)) {
                        return lease.granted();
                    }
                },
                RECOVERY);
    }

    private static Guard node(String uri, String prefix) {
        return GuardBuilder.create()
                .redis(uri)
                .property("keyPrefix", prefix)
                .property("redis.timeout", "100ms")
                .property("onStoreFailure", "deny")
                .property("explain.keep", "0s")
                .limit("few", LIMIT + "/1s")
                .limit("wide", WIDE + "/1s")
                .limit("own", OWN + "/1h")
                .limit("crowd", OWN + "/1h")
                .property("limit.own.lease", "off")
                .property("limit.crowd.lease", "off")
                .property("concurrency.work.permits", Integer.toString(PERMITS))
                .property("concurrency.work.key", "principal")
                .property("concurrency.work.lease", "60s")
                .limit("paid", OWN + "/1h")
                .property("lockout.login.key", "principal")
                .property("lockout.login.steps", "1000/1h lock 1h")
                .property("lockout.login.consecutive", "false")
                .property("lockout.login.settle", "60s")
                .property("lockout.login.wait", "0s")
                .build();
    }

    /** All ways are whole in the end. */
    private static void trouble(List<RoughWay> ways, long end, Random random) {
        RoughWay.State[] states = RoughWay.State.values();
        while (System.nanoTime() < end) {
            RoughWay way = ways.get(random.nextInt(NODES));
            RoughWay.State next = states[random.nextInt(states.length)];
            (random.nextInt(4) == 0 ? ways : List.of(way)).forEach(each -> each.become(next));
            pause(20 + random.nextInt(300));
            way.become(RoughWay.State.WHOLE);
            pause(random.nextInt(100));
        }
        ways.forEach(way -> way.become(RoughWay.State.WHOLE));
    }

    private static void pause(long millis) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static long ended(long begun, Object answer) {
        long ended = System.nanoTime();
        assertThat(ended - begun).as("a call does not end: %s", answer).isLessThan(ENDLESS_NANOS);
        return ended;
    }

    private static List<Use> calls(Guard node, long end, long seed) {
        Random random = new Random(seed);
        List<Use> uses = new ArrayList<>();
        while (System.nanoTime() < end) {
            String rule = random.nextInt(3) == 0 ? "few" : "wide";
            long begun = System.nanoTime();
            Decision decision = node.limiter(rule).tryAcquire(Key.principal("bob"));
            long ended = ended(begun, decision);
            if (decision.allowed()) {
                uses.add(new Use(rule, begun, ended));
            }
            if (random.nextInt(5) == 0) {
                pause(random.nextInt(4));
            }
        }
        return uses;
    }

    private static List<Use> works(Guard node, long end, long seed) {
        Random random = new Random(seed);
        List<Use> uses = new ArrayList<>();
        while (System.nanoTime() < end) {
            long asked = System.nanoTime();
            try (Lease lease = node.semaphores("work").tryEnter(Key.principal("bob"))) {
                long begun = ended(asked, lease);
                if (lease.decision().allowed()) {
                    pause(random.nextInt(30));
                    uses.add(new Use("work", begun, System.nanoTime()));
                }
            }
        }
        return uses;
    }

    /** Right passwords, and reservations whose calls cost nothing. */
    private static List<Use> leavesNothing(Guard node, long end, long seed) {
        Random random = new Random(seed);
        while (System.nanoTime() < end) {
            long begun = System.nanoTime();
            try (Attempt attempt = node.lockouts("login").begin(Key.principal("bob"))) {
                long unused = ended(begun, attempt);
                pause(random.nextInt(3));
                attempt.succeeded();
            }
            try (Reservation reservation = node.limiter("paid").reserve(Key.principal("bob"), 50)) {
                pause(random.nextInt(3));
                reservation.settle(0);
            }
        }
        return List.of();
    }

    /** All that has begun has ended, whatever arrived when; by itself it would end far later. */
    private static void nothingIsLeft(Guard node, long seed) {
        try {
            Await.until(() -> left(node).equals(NOTHING), RECOVERY);
        } catch (AssertionError e) {
            assertThat(left(node)).as("seed %d: what is left", seed).isEqualTo(NOTHING);
        }
    }

    private static String left(Guard node) {
        Key bob = Key.principal("bob");
        LockState login = node.lockouts("login").state(bob);
        try (Lease one = node.semaphores("work").tryEnter(bob);
                Lease other = node.semaphores("work").tryEnter(bob)) {
            long paid = OWN - node.limiter("paid").peek(bob).remaining().orElse(0);
            return LEFT.formatted(login.failures(), login.inFlight(), one.granted() && other.granted(), paid);
        }
    }

    /** The only caller of its key, beside many that ask at the same time: an answer that is another's shows. */
    private static List<Use> hasItsAnswers(Guard node, Key own, long end, long seed) {
        RateLimiter limiter = node.limiter("crowd");
        long asked = 0;
        long last = OWN;
        while (System.nanoTime() < end) {
            long begun = System.nanoTime();
            Decision decision = limiter.tryAcquire(own);
            long unused = ended(begun, decision);
            asked++;
            if (decision.allowed()) {
                long left = decision.remaining().orElseThrow();
                assertThat(left)
                        .as("seed %d: what is left of what only this caller of a crowd uses", seed)
                        .isBetween(OWN - asked, last - 1);
                last = left;
            }
        }
        return List.of();
    }

    /** The only caller of its key: an answer that is another's shows, and a question that is asked again. */
    private static List<Use> countsItself(Guard node, RoughWay way, long end, long seed) {
        RateLimiter limiter = node.limiter("own");
        Key own = Key.principal(way.uri());
        long last = OWN;
        long asked = 1; // one more where the server does not know the script yet
        while (System.nanoTime() < end) {
            long begun = System.nanoTime();
            Decision decision = limiter.tryAcquire(own);
            long unused = ended(begun, decision);
            asked++;
            assertThat(way.questions())
                    .as("seed %d: questions of all calls so far, of which those of earlier ones may come late", seed)
                    .isLessThanOrEqualTo(asked);
            if (decision.allowed()) {
                long left = decision.remaining().orElseThrow();
                assertThat(left)
                        .as("seed %d: what is left of what only this caller uses", seed)
                        .isBetween(OWN - way.questions(), last - 1);
                last = left;
            }
        }
        return List.of();
    }

    private static void inNoWindowMoreThan(long limit, String rule, List<Use> all, long seed) {
        List<Use> uses = of(rule, all);
        for (int i = 0; i < uses.size(); i++) {
            long first = uses.get(i).begun;
            long surely = 0;
            for (int k = i; k < uses.size() && uses.get(k).begun - first < WINDOW_NANOS; k++) {
                surely += uses.get(k).ended - first < WINDOW_NANOS ? 1 : 0;
            }
            assertThat(surely).as("seed %d: %s in a window", seed, rule).isLessThanOrEqualTo(limit);
        }
    }

    private static void atNoTimeMoreThan(long permits, List<Use> all, long seed) {
        List<Use> uses = of("work", all);
        for (Use one : uses) {
            long together = uses.stream()
                    .filter(other -> other.begun <= one.begun && other.ended > one.begun)
                    .count();
            assertThat(together).as("seed %d: permits in use", seed).isLessThanOrEqualTo(permits);
        }
    }

    private static List<Use> of(String rule, List<Use> all) {
        return all.stream()
                .filter(use -> use.rule.equals(rule))
                .sorted(Comparator.comparingLong(Use::begun))
                .toList();
    }
}
