package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The I/O of batches on connections that several share: written in order, read in turn. Thread-safe. */
final class Carrier {

    /** Of a batch that was not written. */
    static final String NO_TURN = "no turn came within redis.timeout to write to Redis; nothing was counted";

    /** The number of other batches that a thread reads after the one it has sent. */
    private static final int MOST_MORE = 4;

    private final Procedure procedure;
    private final TimeSource time;

    Carrier(Procedure procedure, TimeSource time) {
        this.procedure = procedure;
        this.time = time;
    }

    /**
     * Writes a batch behind those that are under way.
     *
     * @return false if the connection broke before anything was written
     * @throws StoreException if the time of the batch was over before anything was written
     */
    boolean write(Turns.Seat<Pipeline> seat, Link link) throws StoreException {
        lockWithin(link.writing, seat.batch.deadlineMicros);
        try {
            boolean whole = link.turns.join(seat) && (procedure.isKnown() || prepare(seat, link));
            if (whole) {
                seat.batch.write(link);
            }
            return whole;
        } finally {
            link.writing.unlock();
        }
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
    private boolean prepare(Turns.Seat<Pipeline> seat, Link link) throws StoreException {
        long deadline = seat.batch.deadlineMicros;
        Turns.SeatState state = link.turns.await(seat, deadline, time);
        boolean inTime = state == Turns.SeatState.READS;
        while (inTime && link.turns.first() != seat) {
            inTime = readFirst(link, time.micros(), deadline, false);
        }
        if (state == Turns.SeatState.FAILED) {
            return false;
        }
        if (!inTime) {
            link.turns.withdraw(seat);
            throw StoreException.ofShortage(NO_TURN);
        }
        LinkPool.limitRead(link, time.micros(), deadline);
        procedure.prepare(link);
        return true;
    }

    /**
     * Reads a batch when it is its turn, and before it those whose threads have given up.
     *
     * @return whether it is answered; else its time is over
     * @throws StoreException what the connection has failed with
     */
    boolean read(Turns.Seat<Pipeline> seat, Link link) throws StoreException {
        long deadline = seat.batch.deadlineMicros;
        boolean atOnce = seat.reads();
        Turns.SeatState state = link.turns.await(seat, deadline, time);
        StoreException failure = link.turns.failure();
        if (state == Turns.SeatState.FAILED && failure != null) {
            throw failure;
        }
        if (state == Turns.SeatState.READS) {
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

    /** What is there already reaches its threads sooner than if one of those had to be woken to read it. */
    private static void readOn(Link link, long nowMicros, long untilMicros) {
        int more = MOST_MORE;
        while (more > 0 && readFirst(link, nowMicros, untilMicros, true)) {
            more--;
        }
    }

    /** Whether there was one, and all its answers are read. */
    private static boolean readFirst(Link link, long nowMicros, long untilMicros, boolean onlyWhatIsThere) {
        Turns.Seat<Pipeline> first = link.turns.first();
        boolean read = first != null && first.batch.read(link, nowMicros, untilMicros, onlyWhatIsThere);
        if (first != null && read) {
            link.turns.end(first);
        }
        return read;
    }
}
