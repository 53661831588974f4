package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisException;

/** The connections to one server, a bounded number; the one given back last is taken first. Thread-safe. */
final class LinkPool implements AutoCloseable {

    /*
     * Each of who asks needs one for a round trip. So a thread waits for one to be given back where there are as many as there may be, and where the
     * server takes no more of them (maxclients) while there are some here: asked again and again it would take none either, and a
     * refused connection says nothing about those it has.
     *
     * A connection that lay here for a while may have been cut: by a server that was restarted, by a proxy that closes what is idle, by a firewall that
     * forgets it and says nothing. It is tried first, by a PING, which may be repeated where a decision may not; so is a new one.
     */
    private static final long STALE_MICROS = 1_000_000;

    /** The time for which a server that took no more connections is not asked for one. */
    private static final long REFUSED_MICROS = 1_000_000;

    /** A thread that waits looks as often whether there may be a new one. */
    private static final long LOOK_MICROS = 2_000;

    private static final String NONE = "no connection to Redis was free within redis.timeout; nothing was counted";

    /** The name of its server, as one of the store's primaries. */
    final String name;

    private final HostAndPort address;
    private final JedisClientConfig config;
    private final TimeSource time;
    private final int most;
    private final BlockingDeque<Link> idle = new LinkedBlockingDeque<>();

    /** How many there are, or are being made. */
    private final AtomicInteger connections = new AtomicInteger();

    private volatile long refusedUntil = Long.MIN_VALUE;
    private volatile boolean closed;

    LinkPool(HostAndPort address, String name, JedisClientConfig config, ServerContext context, int most) {
        this.address = address;
        this.name = name;
        this.config = config;
        this.time = context.time();
        this.most = most;
    }

    /**
     * A connection whose reads end at a deadline; to be given back.
     *
     * @throws StoreException if there is none in time; nothing was sent then
     */
    Link take(long nowMicros, long deadlineMicros) throws StoreException {
        Link link = take(nowMicros, deadlineMicros, () -> true);
        if (link == null) {
            throw StoreException.ofShortage(NONE);
        }
        return link;
    }

    /**
     * The same.
     *
     * @param waits says whether the caller still waits where there may be no more of them
     * @return null if it does not
     */
    @Nullable
    Link take(long nowMicros, long deadlineMicros, BooleanSupplier waits) throws StoreException {
        Link link = idle.poll();
        if (link == null || nowMicros - link.usedMicros >= STALE_MICROS) {
            link = renew(link, nowMicros, deadlineMicros, waits);
        } else {
            limit(link, nowMicros, deadlineMicros);
        }
        if (link != null) {
            link.usedMicros = nowMicros;
        }
        return link;
    }

    private @Nullable Link renew(@Nullable Link old, long nowMicros, long deadlineMicros, BooleanSupplier waits)
            throws StoreException {
        try {
            Link link = old != null && answers(old, nowMicros, deadlineMicros) ? old : another(deadlineMicros, waits);
            if (link != null) {
                limit(link, time.micros(), deadlineMicros);
            }
            return link;
        } catch (RuntimeException e) {
            throw RedisErrors.of(e).unsent();
        }
    }

    /**
     * Whether a connection answers; if it was cut its siblings are no better. Where no answer comes, half of the time
     * is left for another.
     */
    private boolean answers(Link link, long nowMicros, long deadlineMicros) throws StoreException {
        try {
            limit(link, nowMicros, nowMicros + (deadlineMicros - nowMicros) / 2);
            link.ping();
            return true;
        } catch (JedisException e) {
            drop(link);
            clear();
            if (time.micros() >= deadlineMicros) {
                throw e;
            }
            return false;
        }
    }

    /** A new one, or one that was given back meanwhile. An interrupt is kept for afterwards. */
    private @Nullable Link another(long deadlineMicros, BooleanSupplier waits) throws StoreException {
        boolean interrupted = false;
        try {
            while (true) {
                long now = time.micros();
                if (now >= deadlineMicros) {
                    throw StoreException.ofShortage(NONE);
                }
                try {
                    Link link = reserve(now)
                            ? connect(now, deadlineMicros)
                            : idle.poll(Math.min(LOOK_MICROS, deadlineMicros - now), TimeUnit.MICROSECONDS);
                    if (link != null || !waits.getAsBoolean()) {
                        return link;
                    }
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

    /** Whether there may be one more. */
    private boolean reserve(long nowMicros) {
        for (int now = connections.get();
                now < most && (now == 0 || nowMicros >= refusedUntil);
                now = connections.get()) {
            if (connections.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Null if the server takes no more, and there are others. */
    private @Nullable Link connect(long nowMicros, long deadlineMicros) throws StoreException {
        Link link = null;
        boolean answers = false;
        try {
            if (closed) {
                throw StoreException.ofShortage("this server is not asked any more; nothing was counted");
            }
            link = new Link(address, config);
            link.limitRead(time.micros(), deadlineMicros);
            link.ping();
            answers = true;
            return link;
        } catch (JedisException e) {
            if (connections.get() == 1 || !RedisErrors.isFull(e)) {
                throw e;
            }
            refusedUntil = nowMicros + REFUSED_MICROS;
            return null;
        } finally {
            if (!answers) {
                if (link != null) {
                    link.drop();
                }
                connections.decrementAndGet();
            }
        }
    }

    /** Reads end at a deadline; the connection is given back if that is over. */
    private void limit(Link link, long nowMicros, long deadlineMicros) throws StoreException {
        if (nowMicros >= deadlineMicros) {
            give(link);
            throw StoreException.ofShortage("redis.timeout was over before Redis was asked; nothing was counted");
        }
        link.limitRead(nowMicros, deadlineMicros);
    }

    /** Whatever was asked must have been read, or the connection must have been declared broken. */
    void give(Link link) {
        if (link.isBroken() || closed) {
            drop(link);
        } else {
            idle.push(link);
        }
    }

    /** Ends one that is of no more use. */
    void drop(Link link) {
        link.drop();
        connections.decrementAndGet();
    }

    /** Notes what a failure says about the other connections. */
    StoreException failed(StoreException failure) {
        if (RedisErrors.spoilsConnections(failure)) {
            clear();
        }
        return failure.at(name);
    }

    /** After one connection was cut or a primary stepped down, its siblings are no better. */
    void clear() {
        for (Link link = idle.poll(); link != null; link = idle.poll()) {
            drop(link);
        }
    }

    @Override
    public void close() {
        closed = true;
        clear();
    }
}
