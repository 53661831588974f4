package io.github.ostiary.redis;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Board;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Log;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The store that nodes share. One decision is one script call, decided by the server's clock; decisions of many threads
 * share calls. A call is never repeated after a timeout: it may have counted. Thread-safe.
 */
public final class RedisStore implements Store {

    private static final System.Logger LOG = Log.of(RedisStore.class);
    static final int LANES = 2;

    /** Connections for the asking by hand and in the background: neither keeps a decision waiting. */
    private static final int BESIDES = 2;

    private static final long WARM_UP_MICROS = 1_000_000;

    /** The JVM begins to compile after 200 calls. */
    private static final int WARM_UPS = 200;

    private static final Limit WARM_UP = new Limit(
            new LimitId("warm-up", "warm-up", "0"),
            Algorithm.SLIDING_LOG,
            new Rate(1, WARM_UP_MICROS),
            0,
            false,
            false);

    private final Single server;
    private final String prefix;
    private final TimeSource time;
    private final long budgetMicros;
    private final PlatformThreads threads;
    private final Combiner<Ticket> combiner;
    private final @Nullable StoreCounts counts;
    private final AtomicBoolean inspected = new AtomicBoolean();

    private RedisStore(
            Single server,
            String prefix,
            long budgetMicros,
            TimeSource time,
            PlatformThreads threads,
            @Nullable StoreCounts counts) {
        this.counts = counts;
        this.server = server;
        this.threads = threads;
        this.prefix = prefix;
        this.time = time;
        this.budgetMicros = budgetMicros;
        this.combiner = new Combiner<>(LANES, budgetMicros, time, this::send, threads);
    }

    /**
     * A store on one server, a primary found by sentinels, or a cluster. Nothing need be there yet; {@link #ping} tells.
     *
     * @param uri where
     * @param prefix of every key; {@code [A-Za-z0-9._:/-]}
     * @param timeout the whole budget of a decision, queueing included
     * @param time the local monotonic clock, by which deadlines are told
     * @return the store; closed by the caller
     */
    public static Store open(RedisUri uri, String prefix, Duration timeout, TimeSource time) {
        return open(uri, prefix, timeout, time, null);
    }

    /**
     * A store as {@link #open(RedisUri, String, Duration, TimeSource)} opens it, whose calls are counted.
     *
     * @param uri where
     * @param prefix of every key; {@code [A-Za-z0-9._:/-]}
     * @param timeout the whole budget of a decision, queueing included
     * @param time the local monotonic clock, by which deadlines are told
     * @param counts of its calls; null if nobody wants to know
     * @return the store; closed by the caller
     */
    public static Store open(
            RedisUri uri, String prefix, Duration timeout, TimeSource time, @Nullable StoreCounts counts) {
        return open(uri, prefix, timeout, time, Script.decide(), counts);
    }

    static Store open(
            RedisUri uri,
            String prefix,
            Duration timeout,
            TimeSource time,
            Script script,
            @Nullable StoreCounts counts) {
        long budget = timeout.toNanos() / 1_000;
        if (uri.topology() == RedisUri.Layout.CLUSTER) {
            return new ClusterStore(
                    Connections.openCluster(uri, timeout, script, time, counts), prefix, budget, time, counts);
        }
        Primary primary = Connections.open(uri, timeout, LANES + BESIDES, script, time);
        PlatformThreads threads = new PlatformThreads(LANES + BESIDES);
        return new RedisStore(new Single(primary, budget, time, threads), prefix, budget, time, threads, counts);
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        try {
            return decide(operation, claims, deadlineMicros);
        } catch (StoreException e) {
            if (counts != null && RedisErrors.isTimeout(e)) {
                counts.timeout();
            }
            throw e;
        }
    }

    /** A lonely thread needs no ticket. */
    private List<Verdict> decide(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        if (combiner.takeLane()) {
            boolean interrupted = Thread.interrupted();
            try {
                return sendAlone(operation, claims, deadlineMicros);
            } finally {
                combiner.giveBack(interrupted);
            }
        }
        Ticket ticket = new Ticket(operation, claims, deadlineMicros);
        combiner.queue(ticket);
        return ticket.verdicts();
    }

    /** One decision in a call of its own. */
    private List<Verdict> sendAlone(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        ScriptCall wire = new ScriptCall().add(prefix, operation, claims);
        try {
            return verdicts(run(wire, 1, deadlineMicros).get(0), claims);
        } catch (RuntimeException | Error e) {
            throw failure(e);
        }
    }

    private void send(List<Ticket> batch, long deadlineMicros) {
        ScriptCall wire = new ScriptCall();
        for (int i = 0; i < batch.size(); i++) {
            wire.add(prefix, batch.get(i).operation, batch.get(i).claims);
        }
        try {
            List<?> replies = run(wire, batch.size(), deadlineMicros);
            for (int i = 0; i < batch.size(); i++) {
                answer(batch.get(i), replies.get(i));
            }
        } catch (StoreException e) {
            failAll(batch, e);
        } catch (RuntimeException | Error e) {
            failAll(batch, failure(e));
        }
    }

    private List<?> run(ScriptCall wire, int decisions, long deadlineMicros) throws StoreException {
        if (counts == null) {
            return server.run(wire, deadlineMicros);
        }
        long begun = time.micros();
        boolean answered = false;
        try {
            List<?> replies = server.run(wire, deadlineMicros);
            answered = true;
            return replies;
        } finally {
            counts.called(time.micros() - begun, decisions, answered);
        }
    }

    private static StoreException failure(Throwable fault) {
        return RedisErrors.of(fault instanceof RuntimeException run ? run : new IllegalStateException(fault));
    }

    private void answer(Ticket ticket, Object reply) {
        try {
            ticket.answer(verdicts(reply, ticket.claims));
        } catch (StoreException e) {
            ticket.fail(e);
        }
    }

    private List<Verdict> verdicts(Object reply, List<? extends Claim> claims) throws StoreException {
        try {
            return ScriptCall.verdicts(reply, claims);
        } catch (StoreException e) {
            server.spoiled(e);
            throw e;
        }
    }

    /** One failure for the whole batch: whoever counts failures counts it once. */
    private static void failAll(List<Ticket> batch, StoreException failure) {
        batch.stream().filter(ticket -> !ticket.answered()).forEach(ticket -> ticket.fail(failure));
    }

    @Override
    public LockBook locks() {
        return new RedisLocks(server, prefix);
    }

    @Override
    public Board board() {
        return new RedisBoard(server, prefix);
    }

    @Override
    public String epoch(String primary, long deadlineMicros) throws StoreException {
        return server.ask(link -> Health.epoch(link, prefix + ":1:epoch"), deadlineMicros);
    }

    @Override
    public void ping() throws StoreException {
        server.refresh();
        server.ask(link -> Health.check(link, prefix + ":1:probe"));
        if (!inspected.getAndSet(true)) {
            server.ask(Health::warnOfEviction);
            warmUp();
        }
    }

    /** The first decisions should not have to pay for connections, the script and class loading in their budget. */
    private void warmUp() {
        try {
            server.open(LANES);
            Charge nobody = new Charge(WARM_UP, "nobody", 1);
            for (int i = 0; i < WARM_UPS; i++) {
                ask(Operation.PEEK, List.of(nobody), time.micros() + budgetMicros);
            }
        } catch (StoreException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "Warming up has failed", e);
        }
    }

    @Override
    public void close() {
        threads.close();
        server.close();
    }
}
