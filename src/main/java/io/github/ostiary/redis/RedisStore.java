package io.github.ostiary.redis;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Charge;
import io.github.ostiary.Claim;
import io.github.ostiary.Limit;
import io.github.ostiary.LockBook;
import io.github.ostiary.Operation;
import io.github.ostiary.Rate;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import redis.clients.jedis.Connection;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.util.Pool;

/**
 * The store that nodes share. One decision is one script call, decided by the server's clock; decisions of many threads
 * share calls. A call is never repeated after a timeout: it may have counted. Thread-safe.
 */
public final class RedisStore implements Store {

    private static final System.Logger LOG = System.getLogger(RedisStore.class.getName());
    private static final int LANES = 2;
    private static final long STALE_MICROS = 1_000_000;
    private static final int WARM_UPS = 20;
    private static final Limit WARM_UP =
            new Limit("warm-up", "warm-up", "0", Algorithm.SLIDING_LOG, new Rate(1, STALE_MICROS), 0, false, false);

    private final UnifiedJedis client;
    private final String prefix;
    private final Script script;
    private final TimeSource time;
    private final long budgetMicros;
    private final Combiner combiner;
    private final AtomicBoolean inspected = new AtomicBoolean();
    private volatile long usedMicros;

    private RedisStore(UnifiedJedis client, String prefix, Duration timeout, Script script, TimeSource time) {
        this.client = client;
        this.prefix = prefix;
        this.script = script;
        this.time = time;
        this.budgetMicros = timeout.toNanos() / 1_000;
        this.usedMicros = time.micros();
        this.combiner = new Combiner(LANES, time, this::send);
    }

    /**
     * A store on one server, a primary found by sentinels, or a cluster. Nothing need be there yet; {@link #ping} tells.
     *
     * @param uri where
     * @param prefix of every key; {@code [A-Za-z0-9._:/-]}
     * @param timeout the whole budget of a decision, queueing included
     * @return the store; closed by the caller
     */
    public static Store open(RedisUri uri, String prefix, Duration timeout) {
        return open(uri, prefix, timeout, Script.decide());
    }

    static Store open(RedisUri uri, String prefix, Duration timeout, Script script) {
        return uri.topology() == RedisUri.Topology.STANDALONE
                ? connect(uri, prefix, timeout, script)
                : new LazyStore(() -> connect(uri, prefix, timeout, script));
    }

    private static Store connect(RedisUri uri, String prefix, Duration timeout, Script script) {
        TimeSource time = TimeSource.system();
        return uri.topology() == RedisUri.Topology.CLUSTER
                ? new ClusterStore(
                        Connections.openCluster(uri, timeout, script, time), prefix, timeout.toNanos() / 1_000, time)
                : new RedisStore(Connections.open(uri, timeout, LANES + 1), prefix, timeout, script, time);
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims) throws StoreException {
        return combiner.execute(new Ticket(operation, claims, time.micros() + budgetMicros));
    }

    private void send(List<Ticket> batch) {
        freshen();
        Wire wire = new Wire();
        batch.forEach(ticket -> wire.add(prefix, ticket.operation, ticket.claims));
        try {
            List<?> replies = (List<?>) Scripts.run(client::executeCommand, script, wire);
            for (int i = 0; i < batch.size(); i++) {
                answer(batch.get(i), replies.get(i));
            }
        } catch (RuntimeException | Error e) {
            failAll(batch, e);
        }
    }

    /**
     * A server that was restarted has closed the connections it had, and a write would not notice: whatever may have been
     * cut meanwhile is tried with a PING first, which may be repeated where a decision may not.
     */
    private void freshen() {
        if (time.micros() - usedMicros >= STALE_MICROS) {
            try {
                client.ping();
            } catch (RuntimeException e) {
                Connections.dropIdle(client);
            }
        }
        usedMicros = time.micros();
    }

    private void answer(Ticket ticket, Object reply) {
        try {
            ticket.answer(Wire.verdicts(reply, ticket.claims));
        } catch (StoreException e) {
            if (Failures.spoilsConnections(e)) {
                Connections.dropIdle(client);
            }
            ticket.fail(e);
        }
    }

    /** One failure for the whole batch: whoever counts failures counts it once. */
    private void failAll(List<Ticket> batch, Throwable cause) {
        StoreException failure =
                Failures.of(cause instanceof RuntimeException e ? e : new IllegalStateException(cause));
        if (Failures.spoilsConnections(failure)) {
            Connections.dropIdle(client);
        }
        batch.stream().filter(ticket -> !ticket.answered()).forEach(ticket -> ticket.fail(failure));
    }

    @Override
    public LockBook locks() {
        return new RedisLocks(
                new Servers() {
                    @Override
                    public List<?> run(List<Call> calls) throws StoreException {
                        return together(calls);
                    }

                    @Override
                    public Collection<? extends Pool<Connection>> pools() {
                        return Connections.pools(client);
                    }
                },
                prefix);
    }

    private List<?> together(List<Call> calls) throws StoreException {
        Wire wire = new Wire();
        calls.forEach(call -> wire.add(call.wire));
        try {
            return (List<?>) Scripts.run(client::executeCommand, script, wire);
        } catch (RuntimeException e) {
            throw Failures.of(e);
        }
    }

    @Override
    public String epoch() throws StoreException {
        try (Connection link = Connections.pools(client).iterator().next().getResource()) {
            return Health.epoch(link, prefix + ":1:epoch");
        } catch (RuntimeException e) {
            throw Failures.of(e);
        }
    }

    @Override
    public void ping() throws StoreException {
        Health.check(client, prefix);
        if (!inspected.getAndSet(true)) {
            Health.warnOfEviction(client);
            warmUp();
        }
    }

    /** The first decisions should not have to pay for connections, the script and class loading in their budget. */
    private void warmUp() {
        try {
            Connections.open(client, LANES);
            client.scriptLoad(new String(script.text(), StandardCharsets.UTF_8));
            Charge nobody = new Charge(WARM_UP, "nobody", 1);
            for (int i = 0; i < WARM_UPS; i++) {
                ask(Operation.PEEK, List.of(nobody));
            }
        } catch (StoreException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "Warming up has failed", e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
