package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisException;

/** One server and the connections to it. Thread-safe. */
class Node extends BasePooledObjectFactory<Connection> {

    /** A server that was restarted, or that closes idle connections, has closed those that lie in the pool. */
    private static final Duration STALE = Duration.ofSeconds(1);

    /** A pool takes no wait at all as one without an end where another thread is connecting. */
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    final HostAndPort address;
    final String name;
    final ConnectionPool pool;
    final Procedure procedure;

    private final JedisClientConfig config;

    Node(HostAndPort address, JedisClientConfig config, ConnectionPoolConfig pool, Script script) {
        this.address = address;
        this.name = address.toString();
        this.config = config;
        this.pool = new Idle(this, pool);
        this.procedure = new Procedure(name, script);
    }

    /** The connections that nobody uses. In the place of a broken one others may be made, in vain: it is gone either way. */
    private static final class Idle extends ConnectionPool {

        Idle(Node node, ConnectionPoolConfig config) {
            super(node, config);
        }

        @Override
        public void returnBrokenResource(Connection broken) {
            try {
                super.returnBrokenResource(broken);
            } catch (JedisException e) {
                broken.disconnect();
            }
        }
    }

    /**
     * A connection whose reads end at a deadline.
     *
     * @throws StoreException if there is none in time; nothing was sent then
     */
    Link borrow(long deadlineMicros, TimeSource time) throws StoreException {
        Link link = take(deadlineMicros, time);
        link.setHandlingPool(pool);
        int millis = millisUntil(deadlineMicros, time);
        if (millis == 0) {
            link.close();
            throw tooLate();
        }
        link.setSoTimeout(millis);
        return link;
    }

    /** Waits only if none lies there. */
    private Link take(long deadlineMicros, TimeSource time) throws StoreException {
        try {
            Link idle = pool.getNumIdle() > 0 ? takeIdle() : null;
            if (idle != null) {
                return idle;
            }
            int millis = millisUntil(deadlineMicros, time);
            if (millis == 0) {
                throw tooLate();
            }
            return (Link) pool.borrowObject(Duration.ofMillis(millis));
        } catch (StoreException e) {
            throw e;
        } catch (Exception e) {
            throw RedisErrors.of(e instanceof RuntimeException run ? run : new JedisException(e));
        }
    }

    /** Null if others were faster. */
    private @Nullable Link takeIdle() throws Exception {
        try {
            return (Link) pool.borrowObject(AT_ONCE);
        } catch (NoSuchElementException e) {
            return null;
        }
    }

    private static StoreException tooLate() {
        return StoreException.withoutEvidence("redis.timeout was over before Redis was asked; nothing was counted");
    }

    /** At least a millisecond, since none means for ever. */
    static void limit(Link link, long deadlineMicros, TimeSource time) {
        link.setSoTimeout(Math.max(1, millisUntil(deadlineMicros, time)));
    }

    /** No less than 1 before a deadline. */
    private static int millisUntil(long deadlineMicros, TimeSource time) {
        long left = deadlineMicros - time.micros();
        long millis = Math.min(Integer.MAX_VALUE, TimeUnit.MICROSECONDS.toMillis(left));
        return left <= 0 ? 0 : (int) Math.max(1, millis);
    }

    @Override
    public Connection create() {
        return new Link(address, config);
    }

    @Override
    public PooledObject<Connection> wrap(Connection connection) {
        return new DefaultPooledObject<>(connection);
    }

    /**
     * One that was idle is tried with a PING, which may be repeated where a decision may not. If it is dead its siblings
     * are no better.
     */
    @Override
    public boolean validateObject(PooledObject<Connection> pooled) {
        if (pooled.getIdleDuration().compareTo(STALE) < 0) {
            return true;
        }
        Connection connection = pooled.getObject();
        try {
            connection.ping();
            return true;
        } catch (JedisException e) {
            pool.clear();
            return false;
        }
    }

    @Override
    public void destroyObject(PooledObject<Connection> pooled) {
        try {
            pooled.getObject().disconnect();
        } catch (JedisException e) {
            // It is gone either way.
        }
    }

    @Override
    public void activateObject(PooledObject<Connection> pooled) {
        pooled.getObject().setSoTimeout(config.getSocketTimeoutMillis());
    }
}
