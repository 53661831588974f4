package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/** One server: the connections to it, and the queues of those who ask it. Thread-safe. */
final class Node implements AutoCloseable {

    /*
     * Four kinds of callers, each with lanes of its own, so that none keeps another waiting: decisions; scripts that are no
     * decisions (locks looked at, handed back, credits); questions by hand and in the background; and the question whether
     * the server answers at all. Decisions have more lanes where the server is farther away: up to four have a connection each, more share
     * these. There are two connections for all others together.
     */
    static final int LANES = 2;
    private static final int FAR_CONNECTIONS = 4;
    private static final int FAR_LANES = 16;
    private static final int ASIDE = 1;
    private static final int BY_HAND = 2;
    private static final int MOST_CONNECTIONS = FAR_CONNECTIONS + 2;

    private static final String BUSY =
            "too many operators' requests of this node wait for Redis to send one more within redis.timeout;"
                    + " nothing was sent";

    final HostAndPort address;

    final Procedure procedure;

    /** Its time, as far as it is known: by it this node says windows of the calendar. */
    final TimeSource calendar;

    final Combiner decisions;
    final Combiner aside;
    final LinkPool links;

    private final ServerContext context;
    private final Semaphore byHand = new Semaphore(BY_HAND);
    private final Semaphore probes = new Semaphore(1);

    Node(HostAndPort address, String name, JedisClientConfig config, ServerContext context) {
        this.address = address;
        this.context = context;
        ServerClock clock = new ServerClock();
        this.calendar = () -> clock.at(context.time().micros());
        this.procedure = new Procedure(address.toString(), context.script());
        this.links = new LinkPool(address, name, config, context, MOST_CONNECTIONS);
        this.decisions = combiner(clock, new Lanes(LANES, FAR_CONNECTIONS, FAR_LANES), true);
        this.aside = combiner(clock, new Lanes(ASIDE), false);
    }

    private Combiner combiner(ServerClock clock, Lanes lanes, boolean counted) {
        TimeSource time = context.time();
        SharedLinks shared = new SharedLinks(links, procedure, lanes, context, counted);
        return new Combiner(
                lanes,
                context,
                (calls, deadline) -> shared.send(new Pipeline(time, clock, procedure, calls, deadline)));
    }

    /** Connects ahead of need. */
    void open(int connections, long deadlineMicros) throws StoreException {
        Link link = links.take(context.time().micros(), deadlineMicros);
        try {
            if (connections > 1) {
                open(connections - 1, deadlineMicros);
            }
        } finally {
            links.give(link);
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
            Link link = links.take(context.time().micros(), deadlineMicros);
            try {
                return question.apply(link);
            } finally {
                links.give(link);
            }
        } catch (StoreException e) {
            throw links.failed(e);
        } catch (RuntimeException e) {
            throw links.failed(RedisErrors.of(e));
        }
    }

    @Override
    public void close() {
        links.close();
    }
}
