package io.github.ostiary.tier;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterPage;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Stops asking a server that does not answer, so that an outage costs requests nothing. Thread-safe.
 *
 * <p>One circuit per server of a store that is divided: a dead one costs only what it has. A circuit opens after five
 * failures in a row, or when half of the last sixteen calls failed or took more than half of the budget. Calls that share
 * one failure, or one pause, count as one. While it is open, every call that needs its server fails at once, and a
 * background thread asks whether that is back, ever less often: no request ever pays for finding out.
 */
public final class Breaker implements Store {

    private static final System.Logger LOG = Log.of(Breaker.class);
    private static final String SLOW =
            "half of its last calls took more than half of redis.timeout, or failed. If it is only slow or"
                    + " far away, set a longer redis.timeout";

    /** Notices for an observer, from the thread that finds out. */
    public interface Watch {

        /** Called when the first server stops answering; must be quick, and must not fail. */
        default void away() {}

        /**
         * A server answers again, and no request uses it yet: it may be asked for anything by the thread that asks in the
         * background.
         *
         * @param primary which
         * @throws StoreException if it is away again; it is asked again later
         */
        default void returning(String primary) throws StoreException {}

        /**
         * A server is back; called by the thread that asks in the background.
         *
         * @param primary which
         */
        default void back(String primary) {}

        /** All servers are back; called after {@link #back}. */
        default void whole() {}
    }

    /** How often a server that does not answer is asked at the start before it counts as away. */
    private static final int STARTS = 3;

    private final Store store;
    private final boolean divided;
    private final TimeSource time;
    private final long slowMicros;
    private final ScheduledExecutorService prober;
    private final ConcurrentMap<String, Circuit> circuits = new ConcurrentHashMap<>();
    private final AtomicInteger openCircuits = new AtomicInteger();
    private final OutageLog notices;
    private volatile Watch watch = new Watch() {};

    /**
     * Closed: asks the store.
     *
     * @param store closed with the breaker
     * @param budget of a decision; who has used half of it when its answer comes was slow
     * @param time the local monotonic clock
     */
    public Breaker(Store store, Duration budget, TimeSource time) {
        this.store = store;
        this.divided = store.divided();
        this.time = time;
        this.slowMicros = budget.toNanos() / 2_000;
        this.notices = new OutageLog(LOG, time);
        this.prober = Pace.of(time).threads("ostiary-store-probe", 1, 1_000);
        store.observe(new Observer() {
            @Override
            public void answered(String primary, long begun, long ended) {
                succeeded(primary, begun, ended);
            }

            @Override
            public void failed(String primary, StoreException failure) {
                count(failure, primary);
            }
        });
    }

    /**
     * Registers an observer of servers that go away and come back.
     *
     * @param watcher instead of the one before
     */
    public void watch(Watch watcher) {
        watch = watcher;
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        String primary = divided ? onlyPrimaryOf(claims) : UNDIVIDED;
        if (primary == null) {
            return askSeveral(operation, claims, deadlineMicros);
        }
        Circuit circuit = circuit(primary);
        if (circuit.isOpen()) {
            throw away();
        }
        try {
            return answer(operation, claims, deadlineMicros);
        } catch (StoreException e) {
            count(e, primary);
            throw e;
        }
    }

    /** How long it waited for its turn at this node says nothing about the server. */
    private void succeeded(String primary, long begun, long ended) {
        Circuit circuit = circuit(primary);
        if (circuit.succeed(begun, ended)) {
            opened(primary, circuit, SLOW);
        }
    }

    /** The server that has all of them; null if they are on several. */
    private @Nullable String onlyPrimaryOf(List<? extends Claim> claims) {
        String first =
                claims.isEmpty() ? UNDIVIDED : store.primaryOf(claims.get(0).identity());
        for (int i = 1; i < claims.size(); i++) {
            if (!first.equals(store.primaryOf(claims.get(i).identity()))) {
                return null;
            }
        }
        return first;
    }

    /** A driver's fault is an outage, not the caller's error. */
    private List<Verdict> answer(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        try {
            return store.ask(operation, claims, deadlineMicros);
        } catch (RuntimeException e) {
            throw new StoreException("the store's driver failed", e);
        }
    }

    private static StoreException away() {
        return StoreException.ofShortage("the store does not answer; it is asked in the background");
    }

    /** The failure names the server that failed. Endings reach the servers that can be reached. */
    private List<Verdict> askSeveral(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        List<Claim> reachable = new ArrayList<>(claims.size());
        for (Claim claim : claims) {
            if (!circuit(store.primaryOf(claim.identity())).isOpen()) {
                reachable.add(claim);
            }
        }
        boolean all = reachable.size() == claims.size();
        if (!all && (!operation.ends() || reachable.isEmpty())) {
            throw away();
        }
        try {
            List<Verdict> verdicts = answer(operation, reachable, deadlineMicros);
            if (!all) {
                throw away();
            }
            return verdicts;
        } catch (StoreException e) {
            count(e, UNDIVIDED);
            throw e;
        }
    }

    private void count(StoreException failure, String asked) {
        for (StoreException part : failure.parts()) {
            countOne(part, asked);
        }
    }

    private void countOne(StoreException failure, String asked) {
        if (failure.evidence()) {
            String primary = failure.primary().orElse(asked);
            Circuit circuit = circuit(primary);
            if (circuit.fail(failure, time.micros())) {
                opened(primary, circuit, String.valueOf(failure.getMessage()));
                return;
            }
        }
        notices.failed(name(failure.primary().orElse(asked)), String.valueOf(failure.getMessage()));
    }

    private Circuit circuit(String primary) {
        Circuit circuit = circuits.get(primary);
        return circuit == null ? circuits.computeIfAbsent(primary, name -> new Circuit(slowMicros)) : circuit;
    }

    private void opened(String primary, Circuit circuit, String why) {
        int open = openCircuits.incrementAndGet();
        notices.away(name(primary), why);
        if (open == 1) {
            watch.away();
        }
        schedule(primary, circuit);
    }

    private static String name(String primary) {
        return primary.isEmpty() ? "The shared store" : "The shared store's server " + primary;
    }

    private void schedule(String primary, Circuit circuit) {
        var unused = prober.schedule(() -> probe(primary, circuit), circuit.nextProbeMillis(), TimeUnit.MILLISECONDS);
    }

    /** Asks the server again after any error, since nothing else does; until the server is no longer part of the store. */
    private void probe(String primary, Circuit circuit) {
        boolean back = false;
        try {
            back = isBack(primary, circuit);
        } finally {
            circuit.letIn(null);
            if (back || hasLeft(primary)) {
                close(primary, circuit, !back);
            } else {
                schedule(primary, circuit);
            }
        }
    }

    private boolean hasLeft(String primary) {
        return !primary.equals(UNDIVIDED) && !store.primaries().contains(primary);
    }

    private boolean isBack(String primary, Circuit circuit) {
        try {
            boolean atOnce = answersInTime(primary);
            if (!atOnce && !answersInTime(primary)) {
                return false;
            }
            circuit.letIn(Thread.currentThread());
            watch.returning(primary);
            return true;
        } catch (StoreException e) {
            notices.stillAway(name(primary), e);
        } catch (RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.DEBUG, "The shared store could not be asked", e);
        }
        return false;
    }

    /** The first time may have had connections to make, and more: a slow server is asked once more. */
    private boolean answersInTime(String primary) throws StoreException {
        long start = time.micros();
        store.ping(primary);
        return time.micros() - start <= slowMicros;
    }

    private void close(String primary, Circuit circuit, boolean gone) {
        circuit.recover(time.micros());
        if (gone) {
            circuits.remove(primary, circuit);
        }
        notices.back(name(primary), gone);
        watch.back(primary);
        if (openCircuits.decrementAndGet() == 0) {
            watch.whole();
        }
    }

    /** Asks all servers for the first time; those that do not answer are asked again in the background. */
    public void start() {
        start(UNDIVIDED);
        if (!circuit(UNDIVIDED).isOpen()) {
            for (String primary : store.primaries()) {
                if (!primary.equals(UNDIVIDED)) {
                    start(primary);
                }
            }
        }
    }

    /** The first time the driver's classes and connections are made in the budget of one call. */
    private void start(String primary) {
        for (int left = STARTS - 1; left >= 0; left--) {
            try {
                store.ping(primary);
                return;
            } catch (StoreException e) {
                if (left == 0) {
                    startOpen(primary, String.valueOf(e.getMessage()));
                }
            }
        }
    }

    /** Starts as if the store had failed: it is asked in the background first. */
    public void startOpen() {
        startOpen(UNDIVIDED, "it does not answer at start-up");
    }

    private void startOpen(String primary, String why) {
        Circuit circuit = circuit(primary);
        if (circuit.trip(time.micros())) {
            opened(primary, circuit, why);
        }
    }

    @Override
    public LockBook locks() throws StoreException {
        return store.locks();
    }

    @Override
    public CounterPage counters(String rule, @Nullable String cursor, int max) throws StoreException {
        return store.counters(rule, cursor, max);
    }

    /** The shared state; it is asked in the background only, and so whether the store is thought to be away or not. */
    @Override
    public SharedState sharedState() {
        return store.sharedState();
    }

    @Override
    public String epoch(String primary, long deadlineMicros) throws StoreException {
        return store.epoch(primary, deadlineMicros);
    }

    @Override
    public boolean divided() {
        return divided;
    }

    @Override
    public Set<String> primaries() {
        return store.primaries();
    }

    @Override
    public String primaryOf(String identity) {
        return store.primaryOf(identity);
    }

    @Override
    public int unreachable() {
        return openCircuits.get();
    }

    @Override
    public void ping() throws StoreException {
        store.ping();
    }

    @Override
    public void ping(String primary) throws StoreException {
        store.ping(primary);
    }

    @Override
    public void close() {
        prober.shutdownNow();
        store.close();
    }
}
