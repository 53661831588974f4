package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the decisions of many threads travel together. Thread-safe; has no threads of its own but for virtual ones.
 */
final class Combiner {

    /*
     * Naive: each thread its own round trip; 32 threads queue up in the server's single thread and pay its per-call cost
     * 32 times. Model (flat combining, Hendler, Incze, Shavit, Tzafrir, SPAA 2010): threads queue their tickets; as many
     * as there are lanes become leaders, and a leader sends what is queued in one call and hands the answers out. A
     * lonely thread leads itself at once, so combining costs nothing when there is nothing to combine.
     *
     * An interrupt is not for the decision: it is kept for afterwards. A virtual thread never sends itself, since being
     * interrupted while it reads would close the socket under all tickets of the batch: a platform thread takes its lane.
     *
     * Invariant: a ticket is sent at most once, and never after it was withdrawn. A thread leaves at its deadline: if
     * its ticket was not sent yet, nothing was charged; if it was, the outcome is unknown. No wake-up is lost: whoever
     * frees a lane looks at the queue afterwards, and whoever queues tries a lane afterwards. Whoever was sent only waits.
     */
    private static final int MAX_BATCH = 64;

    /** Sends tickets in one call and answers each of them. */
    interface Sender {

        void send(List<Ticket> batch);
    }

    private final ConcurrentLinkedQueue<Ticket> queue = new ConcurrentLinkedQueue<>();
    private final Semaphore lanes;
    private final TimeSource time;
    private final Sender sender;
    private final PlatformThreads threads;

    Combiner(int lanes, TimeSource time, Sender sender, PlatformThreads threads) {
        this.threads = threads;
        this.lanes = new Semaphore(lanes);
        this.time = time;
        this.sender = sender;
    }

    List<Verdict> execute(Ticket ticket) throws StoreException {
        boolean interrupted = Thread.interrupted();
        boolean delegates = threads.needed();
        queue.add(ticket);
        try {
            boolean delegated = false;
            while (!ticket.answered()) {
                long left = ticket.deadlineMicros - time.micros();
                if (left <= 0) {
                    leave(ticket);
                } else if (!delegated && ticket.waiting() && lanes.tryAcquire()) {
                    delegated = delegates;
                    lead(ticket, delegates);
                } else {
                    LockSupport.parkNanos(this, TimeUnit.MICROSECONDS.toNanos(left));
                    interrupted |= Thread.interrupted();
                    delegated = false;
                    passOn(ticket);
                }
            }
            return ticket.verdicts();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whoever is woken to lead, but was sent meanwhile, wakes the next. */
    private void passOn(Ticket ticket) {
        if (!ticket.waiting() && !queue.isEmpty()) {
            wakeNext();
        }
    }

    private void lead(Ticket own, boolean delegates) {
        if (!delegates) {
            lead(own);
            return;
        }
        try {
            threads.execute(() -> lead(own));
        } catch (RejectedExecutionException e) {
            lanes.release();
            own.fail(new StoreException("the store is closed"));
        }
    }

    private void lead(Ticket own) {
        try {
            List<Ticket> batch = drain(own);
            if (!batch.isEmpty()) {
                sender.send(batch);
            }
        } finally {
            lanes.release();
            wakeNext();
        }
    }

    /** The leader's own ticket first: nobody could wake it while it leads. */
    private List<Ticket> drain(Ticket own) {
        List<Ticket> batch = new ArrayList<>();
        if (own.send()) {
            batch.add(own);
        }
        long now = time.micros();
        for (Ticket next = queue.poll(); next != null; next = batch.size() < MAX_BATCH ? queue.poll() : null) {
            if (next.deadlineMicros > now && next.send()) {
                batch.add(next);
            }
        }
        return batch;
    }

    private void leave(Ticket ticket) throws StoreException {
        if (ticket.withdraw()) {
            queue.remove(ticket);
            wakeNext();
            throw StoreException.withoutEvidence(
                    "Redis was too busy to be asked within redis.timeout; nothing was counted");
        }
        if (!ticket.answered()) {
            throw StoreException.withoutEvidence(
                    "Redis did not answer within redis.timeout; the attempt may have been counted");
        }
    }

    private void wakeNext() {
        Ticket next = queue.peek();
        while (next != null && !next.waiting()) {
            queue.remove(next);
            next = queue.peek();
        }
        if (next != null) {
            next.wake();
        }
    }
}
