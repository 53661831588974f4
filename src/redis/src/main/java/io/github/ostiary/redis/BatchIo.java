package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The I/O of batches on connections that several share: written in order, read in turn. Thread-safe. */
final class BatchIo {

    /** The message for a batch that was not written. */
    static final String NO_TURN =
            "this call did not get its turn to write to Redis within redis.timeout; nothing was counted";

    /** The number of other batches that a thread reads after the one it has sent. */
    private static final int MOST_MORE = 4;

    private static final CommandArguments ASKING = new CommandArguments(Protocol.Command.ASKING);

    private final Procedure procedure;
    private final TimeSource time;

    BatchIo(Procedure procedure, TimeSource time) {
        this.procedure = procedure;
        this.time = time;
    }

    /**
     * Writes a batch behind those that are under way.
     *
     * @return false if the connection broke before anything was written
     * @throws StoreException if the time of the batch was over before anything was written
     */
    boolean write(ReplyQueue.Seat<Pipeline> seat, Link link) throws StoreException {
        lockWithin(link.writing, seat.batch.deadlineMicros);
        try {
            boolean whole = link.replies.join(seat) && (procedure.isKnown() || prepare(seat, link));
            if (whole) {
                write(seat.batch, link);
            }
            return whole;
        } finally {
            link.writing.unlock();
        }
    }

    /** Sends all, and waits for nothing. */
    private static void write(Pipeline batch, Link link) {
        for (int i = 0; i < batch.heads.size(); i++) {
            ScriptRequest head = batch.heads.get(i);
            if (head.asking) {
                link.write(ASKING);
            }
            link.write(batch.command(head));
        }
        link.push();
    }

    /** An interrupt is kept for afterwards. */
    private void lockWithin(ReentrantLock writing, long deadlineMicros) throws StoreException {
        boolean interrupted = false;
        boolean locked = writing.tryLock();
        while (!locked) {
            long left = deadlineMicros - time.micros();
            if (left <= 0) {
                break;
            }
            try {
                locked = writing.tryLock(left, TimeUnit.MICROSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!locked) {
            throw StoreException.ofShortage(NO_TURN);
        }
    }

    /** Asks about the script when no other answer is to come; false if the connection has failed. */
    private boolean prepare(ReplyQueue.Seat<Pipeline> seat, Link link) throws StoreException {
        long deadline = seat.batch.deadlineMicros;
        ReplyQueue.SeatState state = link.replies.await(seat, deadline, time);
        boolean inTime = state == ReplyQueue.SeatState.READS;
        while (inTime && link.replies.first() != seat) {
            inTime = readFirst(link, time.micros(), deadline, false);
        }
        if (state == ReplyQueue.SeatState.FAILED) {
            return false;
        }
        if (!inTime) {
            link.replies.withdraw(seat);
            throw StoreException.ofShortage(NO_TURN);
        }
        link.limitRead(time.micros(), deadline);
        procedure.prepare(link);
        return true;
    }

    /**
     * Reads a batch when it is its turn, and before it those whose threads have given up.
     *
     * @return whether it is answered; else its time is over
     * @throws StoreException what the connection has failed with
     */
    boolean read(ReplyQueue.Seat<Pipeline> seat, Link link) throws StoreException {
        long deadline = seat.batch.deadlineMicros;
        boolean atOnce = seat.reads();
        ReplyQueue.SeatState state = link.replies.await(seat, deadline, time);
        StoreException failure = link.replies.failure();
        if (state == ReplyQueue.SeatState.FAILED && failure != null) {
            throw failure;
        }
        if (state == ReplyQueue.SeatState.READS) {
            long now = atOnce ? seat.batch.begunMicros : time.micros();
            while (!seat.isEnded()) {
                if (!readFirst(link, now, deadline, false)) {
                    return false;
                }
                now = seat.isEnded() ? now : time.micros();
            }
            readOn(link, now, deadline);
        }
        return seat.isEnded();
    }

    /** Reads on: what is there already reaches its threads sooner than if one of those had to be woken to read it. */
    private static void readOn(Link link, long nowMicros, long untilMicros) {
        int more = MOST_MORE;
        while (more > 0 && readFirst(link, nowMicros, untilMicros, true)) {
            more--;
        }
    }

    /** Whether there was one, and all its answers are read. */
    private static boolean readFirst(Link link, long nowMicros, long untilMicros, boolean onlyWhatIsThere) {
        ReplyQueue.Seat<Pipeline> first = link.replies.first();
        boolean read = first != null && read(first.batch, link, nowMicros, untilMicros, onlyWhatIsThere);
        if (first != null && read) {
            link.replies.end(first);
        }
        return read;
    }

    /** Reads until no answer is there, or none has begun at a deadline; whether all are read. Another thread may read on. */
    private static boolean read(Pipeline batch, Link link, long nowMicros, long untilMicros, boolean onlyWhatIsThere) {
        long now = nowMicros;
        ScriptRequest head = batch.head();
        while (head != null) {
            if (onlyWhatIsThere && !link.hasAnswer()) {
                return false;
            }
            link.limitRead(now, untilMicros);
            if (!link.awaitAnswer()) {
                return false;
            }
            if (head.asking) {
                readAsked(link);
            }
            try {
                head = batch.answer(head, link.getUnflushedObject());
            } catch (JedisDataException e) {
                head = batch.refuse(head, e);
            }
            now = batch.endedMicros;
        }
        return true;
    }

    /** The answer that comes before the one that matters. */
    private static void readAsked(Link link) {
        try {
            link.getUnflushedObject();
        } catch (JedisDataException e) {
            throw new JedisException(e);
        }
    }
}
