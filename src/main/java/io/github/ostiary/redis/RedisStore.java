package io.github.ostiary.redis;

import io.github.ostiary.Claim;
import io.github.ostiary.LockBook;
import io.github.ostiary.Operation;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import redis.clients.jedis.UnifiedJedis;

/**
 * The store that nodes share. One decision is one script call, decided by the server's clock; decisions of many threads
 * share calls. A call is never repeated after a timeout: it may have counted. Thread-safe.
 */
public final class RedisStore implements Store {

    private static final int LANES = 2;

    private final UnifiedJedis client;
    private final String prefix;
    private final Script script;
    private final TimeSource time;
    private final long budgetMicros;
    private final Combiner combiner;
    private final AtomicBoolean inspected = new AtomicBoolean();

    private RedisStore(UnifiedJedis client, String prefix, Duration timeout, Script script, TimeSource time) {
        this.client = client;
        this.prefix = prefix;
        this.script = script;
        this.time = time;
        this.budgetMicros = timeout.toNanos() / 1_000;
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
        return uri.topology() == RedisUri.Topology.CLUSTER
                ? new ClusterStore(Connections.open(uri, timeout, ClusterStore.CONNECTIONS), prefix, script)
                : new RedisStore(
                        Connections.open(uri, timeout, LANES + 1), prefix, timeout, script, TimeSource.system());
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims) throws StoreException {
        return combiner.execute(new Ticket(operation, claims, time.micros() + budgetMicros));
    }

    private void send(List<Ticket> batch) {
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
        return new RedisLocks(client, prefix, script);
    }

    @Override
    public String epoch() throws StoreException {
        return Health.epoch(client, prefix);
    }

    @Override
    public void ping() throws StoreException {
        Health.check(client, prefix);
        if (!inspected.getAndSet(true)) {
            Health.warnOfEviction(client);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
