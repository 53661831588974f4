package io.github.ostiary.redis;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterPage;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Log;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;

/**
 * The store that nodes share: one server, or several that identities are divided among. All counters of one identity, and
 * of all where there is one server, are decided in one script call, by the server's clock; decisions of many threads share
 * calls. A call is never repeated after a timeout: it may have counted. Thread-safe.
 */
public final class RedisStore implements Store {

    private static final System.Logger LOG = Log.of(RedisStore.class);

    /** Enough to bring the script and to load what a decision needs. */
    private static final int WARM_UPS = 2;

    /** A round trip that has to wait for a compiler or a collector says nothing about the server: the least of several does. */
    private static final int TRIPS = 3;

    private static final Limit WARM_UP = new Limit(
            new LimitId("warm-up", "warm-up", "0"), Algorithm.SLIDING_LOG, new Rate(1, 1_000_000), 0, false, false);

    private final Servers servers;
    private final CrossSlotDecision crossSlot;
    private final ServerContext context;
    private final Signatures signatures;
    private final Set<String> inspected = ConcurrentHashMap.newKeySet();

    private RedisStore(Servers servers, ServerContext context, @Nullable String secret) {
        this.signatures = new Signatures(context.prefix(), secret, context.time());
        this.servers = servers;
        this.crossSlot = new CrossSlotDecision(servers);
        this.context = context;
    }

    /**
     * A store on one server, a primary found by sentinels, or a cluster. The servers need not be there yet; {@link #ping} shows it.
     *
     * @param uri where
     * @param prefix of every key; {@code [A-Za-z0-9._:/-]}
     * @param timeout the whole budget of a decision, queueing included
     * @param time the local monotonic clock, by which deadlines are told
     * @return the store; closed by the caller
     */
    public static Store open(RedisUri uri, String prefix, Duration timeout, TimeSource time) {
        return open(uri, prefix, timeout, time, null, null);
    }

    /**
     * A store as {@link #open(RedisUri, String, Duration, TimeSource)} opens it, whose calls are counted and whose shared texts are
     * signed.
     *
     * @param uri where
     * @param prefix of every key; {@code [A-Za-z0-9._:/-]}
     * @param timeout the whole budget of a decision, queueing included
     * @param time the local monotonic clock, by which deadlines are told
     * @param counts of its calls; null if they are not counted
     * @param secret to sign shared texts with; null if they are not signed
     * @return the store; closed by the caller
     */
    public static Store open(
            RedisUri uri,
            String prefix,
            Duration timeout,
            TimeSource time,
            @Nullable StoreCounts counts,
            @Nullable String secret) {
        return open(uri, prefix, timeout, time, Script.decide(), counts, secret);
    }

    static Store open(
            RedisUri uri,
            String prefix,
            Duration timeout,
            TimeSource time,
            Script script,
            @Nullable StoreCounts counts,
            @Nullable String secret) {
        ServerContext context = new ServerContext(script, prefix, timeout.toNanos() / 1_000, time, counts);
        return new RedisStore(new Servers(Connections.open(uri, context), context), context, secret);
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        if (servers.divided && !areOfOneIdentity(claims)) {
            return crossSlot.ask(operation, claims, deadlineMicros);
        }
        return servers.ask(operation, claims, deadlineMicros);
    }

    private static boolean areOfOneIdentity(List<? extends Claim> claims) {
        for (int i = 1; i < claims.size(); i++) {
            if (!claims.get(i).identity().equals(claims.get(0).identity())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void observe(Observer observer) {
        context.observer().set(observer);
    }

    @Override
    public LockBook locks() {
        return new RedisLocks(servers, context.prefix());
    }

    @Override
    public CounterPage counters(String rule, @Nullable String cursor, int max) throws StoreException {
        return new RedisCounters(servers, context.prefix()).page(rule, cursor, max);
    }

    @Override
    public SharedState sharedState() {
        return new RedisSharedState(servers, context.prefix(), signatures);
    }

    @Override
    public boolean divided() {
        return servers.divided;
    }

    @Override
    public Set<String> primaries() {
        return servers.divided ? servers.primaries() : Set.of(UNDIVIDED);
    }

    @Override
    public String primaryOf(String identity) {
        return servers.primaryOf(identity);
    }

    @Override
    public String epoch(String primary, long deadlineMicros) throws StoreException {
        String key = servers.keyOn(primary, context.prefix() + ":1:epoch");
        return servers.ask(primary, link -> Health.epoch(link, key), deadlineMicros);
    }

    @Override
    public void ping() throws StoreException {
        ping(UNDIVIDED);
    }

    /** Asks whether a server is there; of a store that is divided, {@link #UNDIVIDED} asks only who has what. */
    @Override
    public void ping(String primary) throws StoreException {
        servers.refresh(primary);
        if (servers.divided && primary.equals(UNDIVIDED)) {
            return;
        }
        String key = servers.keyOn(primary, context.prefix() + ":1:probe");
        long trip = servers.probe(primary, link -> Health.check(link, key, context.time()));
        if (inspected.add(primary)) {
            inspect(primary, key, trip);
        }
    }

    /** Checks once what the server lets this node do, and does when it is full; again if it did not answer that. */
    private void inspect(String primary, String key, long first) throws StoreException {
        CommandCheck commands = new CommandCheck(key, servers.divided);
        try {
            commands.run(new CommandCheck.Questioner() {
                @Override
                public <T> T ask(Function<Connection, T> question) throws StoreException {
                    return servers.probe(primary, question);
                }
            });
            var unused = servers.probe(primary, link -> Health.warnOfEviction(link, primary));
            if (!warmUp(primary) && commands.stopsScripts()) {
                throw new StoreException("Redis refuses: " + commands.missing().orElse("scripts"));
            }
        } catch (StoreException e) {
            inspected.remove(primary);
            throw e;
        }
        commands.report(primary);
        Distance.report(primary, leastTrip(primary, key, first), context.budgetMicros());
    }

    /** Measures the shortest of a few round trips; one without an answer in time counts as longer than the others. */
    private long leastTrip(String primary, String key, long first) {
        long trip = first;
        for (int i = 0; i < TRIPS; i++) {
            try {
                trip = Math.min(trip, servers.probe(primary, link -> Health.check(link, key, context.time())));
            } catch (StoreException e) {
                LOG.log(System.Logger.Level.DEBUG, "A round trip has failed", e);
            }
        }
        return trip;
    }

    /**
     * Decides in advance: the first decisions should not have to pay for connections, the script and class loading in their
     * budget. Whether that went well.
     */
    private boolean warmUp(String primary) {
        try {
            servers.open(primary);
            String identity = servers.keyOn(primary, "nobody");
            for (int i = 0; i < WARM_UPS; i++) {
                ask(Operation.PEEK, List.of(new Charge(WARM_UP, identity, 1)), context.deadline());
            }
            return true;
        } catch (StoreException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "Warming up has failed", e);
            return false;
        }
    }

    @Override
    public void close() {
        servers.close();
    }
}
