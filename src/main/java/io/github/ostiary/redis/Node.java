package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisException;

/** One server: the connections to it, and the queues of those who ask it. Thread-safe. */
final class Node implements AutoCloseable {

    /*
     * Four kinds of callers, each with lanes of its own, so that none keeps another waiting: decisions; scripts that are no
     * decisions (locks looked at, handed back, credits); questions by hand and in the background; and the question whether
     * the server answers at all. A thread with a lane has a connection: there are no more of those than lanes, and no thread waits
     * for one.
     */
    static final int LANES = 2;
    private static final int ASIDE = 1;
    private static final int BY_HAND = 2;

    /** A server that was restarted, or that closes idle connections, has closed those that lie here. */
    private static final long STALE_MICROS = 1_000_000;

    private static final String BUSY =
            "this node asks Redis too much by hand to do so within redis.timeout; nothing was sent";

    final HostAndPort address;

    /** As one of the store's primaries. */
    final String name;

    final ServerContext context;
    final Procedure procedure;
    final Combiner decisions;
    final Combiner aside;

    private final JedisClientConfig config;
    private final Semaphore byHand = new Semaphore(BY_HAND);
    private final Semaphore probes = new Semaphore(1);
    private final ConcurrentLinkedDeque<Link> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    Node(HostAndPort address, String name, JedisClientConfig config, ServerContext context) {
        this.address = address;
        this.name = name;
        this.config = config;
        this.context = context;
        this.procedure = new Procedure(address.toString(), context.script());
        this.decisions =
                new Combiner(LANES, context, (calls, deadline) -> new Pipeline(this, calls, deadline).send(true));
        this.aside = new Combiner(ASIDE, context, (calls, deadline) -> new Pipeline(this, calls, deadline).send(false));
    }

    /**
     * A connection whose reads end at a deadline; to be given back. Only for who has a lane.
     *
     * @throws StoreException if there is none in time; nothing was sent then
     */
    Link take(long nowMicros, long deadlineMicros) throws StoreException {
        Link link = idle.poll();
        if (link == null || nowMicros - link.usedMicros >= STALE_MICROS) {
            link = renew(link, nowMicros, deadlineMicros);
        } else {
            limit(link, nowMicros, deadlineMicros);
        }
        link.usedMicros = nowMicros;
        return link;
    }

    private Link renew(@Nullable Link old, long nowMicros, long deadlineMicros) throws StoreException {
        try {
            Link link = old != null && answers(old, nowMicros, deadlineMicros) ? old : connect();
            limit(link, context.time().micros(), deadlineMicros);
            return link;
        } catch (RuntimeException e) {
            throw RedisErrors.of(e).unsent();
        }
    }

    /** Tried with a PING, which may be repeated where a decision may not. If it was cut its siblings are no better. */
    private boolean answers(Link link, long nowMicros, long deadlineMicros) throws StoreException {
        try {
            limit(link, nowMicros, deadlineMicros);
            link.ping();
            return true;
        } catch (JedisException e) {
            link.drop();
            clear();
            if (context.time().micros() >= deadlineMicros) {
                throw e;
            }
            return false;
        }
    }

    private Link connect() throws StoreException {
        if (closed) {
            throw StoreException.ofShortage("this server is not asked any more; nothing was counted");
        }
        return new Link(address, config);
    }

    /** Reads end at a deadline; the connection is given back if that is over. */
    private void limit(Link link, long nowMicros, long deadlineMicros) throws StoreException {
        if (nowMicros >= deadlineMicros) {
            give(link);
            throw StoreException.ofShortage("redis.timeout was over before Redis was asked; nothing was counted");
        }
        limitRead(link, nowMicros, deadlineMicros);
    }

    /** What is read from now on ends at a deadline, or at once: after a millisecond, since none means for ever. */
    static void limitRead(Link link, long nowMicros, long deadlineMicros) {
        long left = TimeUnit.MICROSECONDS.toMillis(deadlineMicros - nowMicros);
        link.setSoTimeout((int) Math.max(1, Math.min(Integer.MAX_VALUE, left)));
    }

    /** Whatever was asked must have been read, or the connection must have been declared broken. */
    void give(Link link) {
        if (link.isBroken() || closed) {
            link.drop();
        } else {
            idle.push(link);
        }
    }

    /** After one connection was cut or a primary stepped down, its siblings are no better. */
    void clear() {
        for (Link link = idle.poll(); link != null; link = idle.poll()) {
            link.drop();
        }
    }

    /** Notes what a failure says about the other connections. */
    StoreException failed(StoreException failure) {
        if (RedisErrors.spoilsConnections(failure)) {
            clear();
        }
        return failure.at(name);
    }

    /** Connects ahead of need. */
    void open(int connections, long deadlineMicros) throws StoreException {
        Link link = take(context.time().micros(), deadlineMicros);
        try {
            if (connections > 1) {
                open(connections - 1, deadlineMicros);
            }
        } finally {
            give(link);
        }
    }

    /**
     * Asks something by hand.
     *
     * @throws StoreException if it does not answer; it may have done what it was asked
     */
    <T> T ask(Function<Connection, T> question, long deadlineMicros) throws StoreException {
        return ask(question, deadlineMicros, byHand);
    }

    /** The same for a question whose answer shows whether the server works. */
    <T> T probe(Function<Connection, T> question, long deadlineMicros) throws StoreException {
        return ask(question, deadlineMicros, probes);
    }

    private <T> T ask(Function<Connection, T> question, long deadlineMicros, Semaphore lanes) throws StoreException {
        takeTurn(lanes, deadlineMicros);
        try {
            return context.threads().undisturbed(() -> askHere(question, deadlineMicros));
        } finally {
            lanes.release();
        }
    }

    /** An interrupt is not for the question: it is kept for afterwards. */
    private void takeTurn(Semaphore lanes, long deadlineMicros) throws StoreException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    long left = deadlineMicros - context.time().micros();
                    if (lanes.tryAcquire(left, TimeUnit.MICROSECONDS)) {
                        return;
                    }
                    throw StoreException.ofShortage(BUSY);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T askHere(Function<Connection, T> question, long deadlineMicros) throws StoreException {
        try {
            Link link = take(context.time().micros(), deadlineMicros);
            try {
                return question.apply(link);
            } finally {
                give(link);
            }
        } catch (StoreException e) {
            throw failed(e);
        } catch (RuntimeException e) {
            throw failed(RedisErrors.of(e));
        }
    }

    @Override
    public void close() {
        closed = true;
        clear();
    }
}
