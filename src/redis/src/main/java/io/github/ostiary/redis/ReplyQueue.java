package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The batches under way on one connection, in the order of their writes, and which thread reads. Thread-safe. */
final class ReplyQueue<B> {

    /*
     * Answers come in the order of writes. So one thread reads at a time, and the role of the reader passes
     * from thread to thread. No thread only reads: where one batch is under way its thread writes, has the role at once, reads, and wakes no
     * other.
     *
     * A thread may give up, before it has the role or with it, between two answers; its own come all the same. Its batch stays in the queue, and the next
     * thread that has the role reads that first. If no thread comes after it, answers are owed, and the connection is of no more use.
     *
     * A connection that failed has failed for all: but while a thread still reads, the other batches are for it to read, and their threads
     * wait until it has given the role back. It does at once, since the connection is closed.
     *
     * Invariants, each kept by every step under the lock:
     * - What is known of a batch's answers belongs to the reader, and else to the thread whose batch it is.
     * - The role is not lost: while a batch waits and the connection is whole, one thread has the role. The steps that could end that
     *   are three: a batch comes, the reader gives the role back, a thread gives up. The first two end with pass(); the third
     *   takes a place that does not have the role.
     * - Each thread that waits is woken when its state changes, or wakes at its deadline.
     */
    private final ReentrantLock lock = new ReentrantLock();

    private final Deque<Seat<B>> underWay = new ArrayDeque<>();
    private @Nullable Seat<B> reader;
    private volatile @Nullable StoreException failure;

    /** The state of a batch, for the thread whose batch it is. */
    enum SeatState {
        /** Others are read. */
        WAITS,
        /** Its thread has the role. */
        READS,
        /** All its answers were read. */
        ENDED,
        /** Its thread has given up. */
        LEFT,
        /** The connection has failed, and no thread reads it any more. */
        FAILED
    }

    /** The place of a batch, made by its thread. */
    static final class Seat<B> {

        final B batch;
        private final Thread thread = Thread.currentThread();
        private volatile SeatState state = SeatState.WAITS;

        Seat(B batch) {
            this.batch = batch;
        }

        boolean isEnded() {
            return state == SeatState.ENDED;
        }

        boolean reads() {
            return state == SeatState.READS;
        }

        private void become(SeatState next) {
            state = next;
            if (thread != Thread.currentThread()) {
                LockSupport.unpark(thread);
            }
        }
    }

    /** Takes the place after all others, for the thread that writes next; false if the connection has failed. */
    boolean join(Seat<B> seat) {
        lock.lock();
        try {
            boolean whole = failure == null;
            if (whole) {
                underWay.add(seat);
                pass();
            }
            return whole;
        } finally {
            lock.unlock();
        }
    }

    /** Gives the role to the first thread that waits, if none has it; or says that the connection has failed. */
    private void pass() {
        if (reader != null) {
            return;
        }
        for (Seat<B> seat : underWay) {
            if (seat.state == SeatState.WAITS && failure != null) {
                seat.become(SeatState.FAILED);
            } else if (seat.state == SeatState.WAITS) {
                reader = seat;
                seat.become(SeatState.READS);
                return;
            }
        }
    }

    /** Waits until a thread has the role, or needs it no more, or its time is over. An interrupt is kept for afterwards. */
    SeatState await(Seat<B> seat, long deadlineMicros, TimeSource time) {
        boolean interrupted = false;
        while (seat.state == SeatState.WAITS) {
            long left = deadlineMicros - time.micros();
            if (left > 0) {
                LockSupport.parkNanos(this, TimeUnit.MICROSECONDS.toNanos(left));
                interrupted |= Thread.interrupted();
            } else {
                leave(seat);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return seat.state;
    }

    private void leave(Seat<B> seat) {
        lock.lock();
        try {
            if (seat.state == SeatState.WAITS) {
                seat.state = SeatState.LEFT;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes the last place away, of a batch that was not written. */
    void withdraw(Seat<B> seat) {
        lock.lock();
        try {
            underWay.remove(seat);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the place whose answers the reader reads next; null if none are awaited. */
    @Nullable
    Seat<B> first() {
        lock.lock();
        try {
            return underWay.peek();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the first place, all of whose answers the reader has read. */
    void end(Seat<B> seat) {
        lock.lock();
        try {
            underWay.remove(seat);
            if (seat.state != SeatState.LEFT) {
                seat.become(SeatState.ENDED);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether a thread waits for answers besides the one that reads. */
    boolean isAwaited() {
        lock.lock();
        try {
            boolean awaited = false;
            for (Seat<B> seat : underWay) {
                awaited |= seat.state == SeatState.WAITS;
            }
            return awaited;
        } finally {
            lock.unlock();
        }
    }

    /** Gives the role back, if it is this one's; whose answers are not read by then has given up. */
    void giveBack(Seat<B> seat) {
        lock.lock();
        try {
            if (reader == seat) {
                reader = null;
                seat.state = seat.reads() ? SeatState.LEFT : seat.state;
                pass();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The connection has failed.
     *
     * @return what with, the first time
     */
    StoreException fail(StoreException cause) {
        lock.lock();
        try {
            StoreException first = failure == null ? cause : failure;
            failure = first;
            pass();
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** The failure of it; null if it is whole. */
    @Nullable
    StoreException failure() {
        return failure;
    }

    /** Whether no answer is owed. */
    boolean isEmpty() {
        return first() == null;
    }
}
