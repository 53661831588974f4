package io.github.ostiary.redis;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.PushConsumerChain;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.IOUtils;
import redis.clients.jedis.util.RedisInputStream;
import redis.clients.jedis.util.RedisOutputStream;

/**
 * A connection. Of one thread, or {@linkplain SharedLinks shared}: then one thread writes, by {@link #write} and {@link #push}, while another one reads.
 */
final class Link extends Connection {

    /*
     * The driver's own way to write is not for two threads: where it fails it reads what the server may have said, and where the
     * connection was closed it makes another. So what is shared is written to the socket itself, a batch at once.
     */
    private static final class Sockets extends DefaultJedisSocketFactory {

        private @Nullable Socket last;

        Sockets(HostAndPort server, JedisClientConfig config) {
            super(server, config);
        }

        @Override
        public Socket createSocket() {
            Socket socket = super.createSocket();
            last = socket;
            return socket;
        }
    }

    /** The time when it was taken last. */
    long usedMicros;

    /** Held by the thread that writes. */
    final ReentrantLock writing = new ReentrantLock();

    /** The batches that are under way on it. */
    final ReplyQueue<Pipeline> replies = new ReplyQueue<>();

    /** The number of threads whose batches are, or will be, on it; guarded by who shares it. */
    int riders;

    /** Whether no more come, since it did not answer in time; written before its last rider leaves. */
    boolean retired;

    private final Sockets sockets;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final RedisOutputStream words = new RedisOutputStream(written);

    /** The stream of its answers, once one has come. */
    private @Nullable RedisInputStream answers;

    Link(HostAndPort server, JedisClientConfig config) {
        this(new Sockets(server, config), config);
    }

    private Link(Sockets sockets, JedisClientConfig config) {
        super(sockets, config);
        this.sockets = sockets;
    }

    /** Writes a command, which is sent with others by {@link #push}. */
    void write(CommandArguments command) {
        Protocol.sendCommand(words, command);
    }

    /** Sends what was written. */
    void push() {
        Socket socket = sockets.last;
        if (socket == null) {
            throw new IllegalStateException("not connected");
        }
        try {
            words.flush();
            written.writeTo(socket.getOutputStream());
        } catch (IOException e) {
            throw new JedisConnectionException(e);
        } finally {
            written.reset();
        }
    }

    @Override
    protected Object protocolRead(RedisInputStream in, PushConsumerChain pushes) {
        answers = in;
        return super.protocolRead(in, pushes);
    }

    private @Nullable RedisInputStream answers() {
        return answers == null ? JedisVersion.answers(this) : answers;
    }

    /** Ends what is read from now on at a deadline, or at once: after a millisecond, since none means for ever. */
    void limitRead(long nowMicros, long deadlineMicros) {
        long left = TimeUnit.MICROSECONDS.toMillis(deadlineMicros - nowMicros);
        setSoTimeout((int) Math.max(1, Math.min(Integer.MAX_VALUE, left)));
    }

    /** Waits for the beginning of an answer; false if none has come when reads end: then nothing was read. */
    boolean awaitAnswer() {
        RedisInputStream from = answers();
        try {
            return from == null || JedisVersion.await(from);
        } catch (JedisConnectionException e) {
            if (e.getCause() instanceof SocketTimeoutException) {
                return false;
            }
            throw e;
        }
    }

    /** Whether an answer, or its beginning, is there. */
    boolean hasAnswer() {
        RedisInputStream from = answers();
        try {
            return from != null && from.available() > 0;
        } catch (IOException e) {
            throw new JedisConnectionException(e);
        }
    }

    /** Ends it, in any state, whatever other threads do with it. */
    void drop() {
        setBroken();
        IOUtils.closeQuietly(sockets.last);
    }
}
