package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The connections by which the batches of one queue travel, several at a time by each. Thread-safe. */
final class SharedLinks {

    /*
     * A batch has a connection for itself while there are fewer in use than there may be. Else it is written behind the batches of that which has the
     * fewest, without waiting for their answers. A connection on which nothing is under way any more is given back.
     *
     * A batch whose time is over while it reads leaves that to the next one, between two answers: nothing is written to the connection any more, and where it
     * answers all in the end it is given back.
     *
     * What breaks a connection is one failure for all batches on it: they were sent, and it is not known what became of them. It is closed at once, so that no thread
     * goes on writing or reading. A batch that was not written yet goes by another connection.
     */
    private final LinkPool links;
    private final Lanes lanes;
    private final ServerContext context;
    private final boolean counted;
    private final TimeSource time;
    private final BatchIo io;

    /** Never held while a thread writes, reads or connects. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition opened = lock.newCondition();

    /** Guarded by the lock: those in use and not broken, and how many there will be besides. */
    private final List<Link> inUse = new ArrayList<>();

    private int opening;

    /** Connections of a pool; what becomes of batches is told to the store's observer if they are counted. */
    SharedLinks(LinkPool links, Procedure procedure, Lanes lanes, ServerContext context, boolean counted) {
        this.links = links;
        this.lanes = lanes;
        this.context = context;
        this.counted = counted;
        this.time = context.time();
        this.io = new BatchIo(procedure, time);
    }

    /** Sends a batch, waits for the answers, and hands them out. Never fails: calls do. */
    void send(Pipeline batch) {
        boolean answered = false;
        try {
            answered = carry(batch) && batch.fine;
            if (answered) {
                lanes.answered(batch.begunMicros, batch.endedMicros);
            }
        } catch (StoreException e) {
            tell(e);
            batch.fail(e);
        }
        if (batch.late != null) {
            tell(batch.late);
        }
        StoreCounts counts = context.counts();
        if (counted && counts != null) {
            long ended = answered ? batch.endedMicros : time.micros();
            counts.called(ended - batch.begunMicros, batch.calls.size(), answered);
        }
    }

    private void tell(StoreException failure) {
        if (counted) {
            context.watching().failed(links.name, failure);
        }
    }

    /**
     * Writes a batch, and reads until it is answered.
     *
     * @return false if its time is over and it is not: another thread reads its answers, or they are lost with the connection
     * @throws StoreException if it was not written, or the connection broke
     */
    private boolean carry(Pipeline batch) throws StoreException {
        while (true) {
            Link link = board(batch.begunMicros, batch.deadlineMicros);
            ReplyQueue.Seat<Pipeline> seat = new ReplyQueue.Seat<>(batch);
            try {
                if (io.write(seat, link)) {
                    boolean answered = io.read(seat, link);
                    if (!answered && seat.reads() && !link.retired) {
                        retire(link, batch);
                    }
                    return answered;
                }
            } catch (RuntimeException | Error e) {
                StoreException cause = broken(link, e);
                if (seat.isEnded()) { // what broke it was another's
                    return true;
                }
                throw cause;
            } finally {
                leave(seat, link);
            }
        }
    }

    /** A connection that is whole, with one more rider. An interrupt is kept for afterwards. */
    private Link board(long nowMicros, long deadlineMicros) throws StoreException {
        boolean interrupted = false;
        try {
            Link link = null;
            for (boolean opens = true; link == null; opens = false) {
                lock.lock();
                try {
                    interrupted |= awaitOpening(deadlineMicros);
                    link = opens && inUse.size() < lanes.connections() - opening ? null : leastUsed();
                    if (link == null) {
                        opening++;
                    } else {
                        link.riders++;
                    }
                } finally {
                    lock.unlock();
                }
                link = link == null ? open(nowMicros, deadlineMicros) : link;
            }
            return link;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits while there is none, and as many are being opened as there may be; whether it was interrupted. */
    private boolean awaitOpening(long deadlineMicros) throws StoreException {
        boolean interrupted = false;
        while (inUse.isEmpty() && opening >= lanes.connections()) {
            long left = deadlineMicros - time.micros();
            if (left <= 0) {
                throw StoreException.ofShortage(BatchIo.NO_TURN);
            }
            try {
                var unused = opened.await(left, TimeUnit.MICROSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        return interrupted;
    }

    private @Nullable Link leastUsed() {
        Link best = null;
        for (int i = 0; i < inUse.size(); i++) {
            Link link = inUse.get(i);
            best = best == null || link.riders < best.riders ? link : best;
        }
        return best;
    }

    /** Null if there is none for now, and others are in use. */
    private @Nullable Link open(long nowMicros, long deadlineMicros) throws StoreException {
        Link link = null;
        try {
            link = links.take(nowMicros, deadlineMicros, this::areNone);
            return link;
        } catch (StoreException e) {
            throw links.failed(e);
        } finally {
            endOpening(link);
        }
    }

    private void endOpening(@Nullable Link link) {
        lock.lock();
        try {
            opening--;
            opened.signalAll();
            if (link != null) {
                link.riders = 1;
                inUse.add(link);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean areNone() {
        lock.lock();
        try {
            return inUse.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** No more batches board what has not answered in time; those on it have time left. If none is, it is broken. */
    private void retire(Link link, Pipeline batch) {
        JedisConnectionException late = new JedisConnectionException(new SocketTimeoutException());
        if (!link.replies.isAwaited()) {
            throw late;
        }
        link.retired = true;
        boolean unused = takeOut(link);
        batch.late = links.failed(RedisErrors.of(late));
    }

    /** One failure of one connection, however many batches are on it. */
    private StoreException broken(Link link, Throwable fault) {
        StoreException known = link.replies.failure();
        StoreException cause = known == null ? link.replies.fail(links.failed(RedisErrors.ofAny(fault))) : known;
        if (takeOut(link)) {
            links.drop(link);
        }
        return cause;
    }

    /** Whether it was in use until now. */
    private boolean takeOut(Link link) {
        lock.lock();
        try {
            return inUse.remove(link);
        } finally {
            lock.unlock();
        }
    }

    /** The last one gives it back, unless answers are owed that no thread reads. */
    private void leave(ReplyQueue.Seat<Pipeline> seat, Link link) {
        link.replies.giveBack(seat);
        lock.lock();
        try {
            link.riders--;
            boolean last = link.riders == 0 && (inUse.remove(link) || link.retired);
            if (!last) {
                return;
            }
            link.retired = false;
        } finally {
            lock.unlock();
        }
        if (link.replies.isEmpty()) {
            links.give(link);
        } else {
            links.drop(link);
        }
    }
}
