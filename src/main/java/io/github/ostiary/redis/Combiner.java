package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A queue of threads whose decisions go to one server and travel together. Thread-safe; has no threads of its own but for
 * virtual ones.
 */
final class Combiner<T extends Passage> {

    /*
     * Naive: each thread its own round trip; 32 threads queue up in the server's single thread and pay its per-call cost
     * 32 times. Model (flat combining, Hendler, Incze, Shavit, Tzafrir, SPAA 2010): threads queue their tickets; as many
     * as there are lanes become leaders, and a leader sends what is queued in one write and hands the answers out. A
     * lonely thread, with nobody queued, sends its own at once: combining costs nothing when there is nothing to combine.
     *
     * An interrupt is not for the decision: it is kept for afterwards. A virtual thread never sends itself, since being
     * interrupted while it reads would close the socket under all tickets of the batch: a platform thread takes its lane.
     *
     * A leader reads until its own deadline. One that has used up more of its budget than others it sends would cut theirs
     * short, or overrun its own: it sends them by a platform thread, which reads until the last of their deadlines.
     *
     * To park and to be woken is dearer than all else a decision asks of this JVM, and where threads outnumber processors the
     * answer is there before many of them are asleep. So a thread lets others run a few times before it parks: where nobody
     * wants to, that costs a part of what parking does. And a leader lets others run once before it drains the queue: those
     * who have just been answered come again and travel along. Flaw: whoever computes is let run for milliseconds, while a
     * thread that is woken is run before it. So who has waited that long for its turn tells the others, and none of the next
     * decisions lets anybody run.
     *
     * Invariant: a ticket is sent at most once, and never after it was withdrawn. A thread leaves at its deadline: if
     * its ticket was not sent yet, nothing was charged; if it was, the outcome is unknown. No wake-up is lost: whoever
     * frees a lane looks at the queue afterwards, and whoever queues tries a lane afterwards. Whoever was sent only waits.
     */
    private static final int MAX_BATCH = 64;

    /** A leader with so much less of its budget left than others of its batch does not read for them: an eighth. */
    private static final int GRACE = 8;

    /** How often a thread lets others run before it parks. */
    private static final int YIELDS = 8;

    /** Who had to wait so long for its turn has met others that compute. */
    private static final long LONG_TURN_MICROS = 1_000;

    /** For how many decisions nobody lets others run then. */
    private static final int HURRIED_DECISIONS = 1_024;

    /** Sends tickets in one write, waits for the answers until a deadline, and answers each of them. */
    interface Sender<T extends Passage> {

        void send(List<T> batch, long deadlineMicros);
    }

    private final ConcurrentLinkedQueue<T> queue = new ConcurrentLinkedQueue<>();
    private final Semaphore lanes;
    private final long graceMicros;
    private final TimeSource time;
    private final Sender<T> sender;
    private final PlatformThreads threads;

    /** How many decisions must not let others run; written without care, as some more or less do no harm. */
    private int hurried;

    Combiner(int lanes, long budgetMicros, TimeSource time, Sender<T> sender, PlatformThreads threads) {
        this.graceMicros = budgetMicros / GRACE;
        this.threads = threads;
        this.lanes = new Semaphore(lanes);
        this.time = time;
        this.sender = sender;
    }

    /**
     * Takes a lane if nobody waits for one. Whoever gets true may send what is its own, undisturbed, and then calls
     * {@link #giveBack}.
     */
    boolean takeLane() {
        return !delegates() && queue.isEmpty() && lanes.tryAcquire();
    }

    /** Gives a lane back, and the calling thread its interrupt. */
    void giveBack(boolean interrupted) {
        lanes.release();
        wakeNext();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Has it sent, alone or with others. Whoever asks has looked at the clock just now, and looks again only when it has
     * waited.
     *
     * @throws StoreException if the time is over; it is withdrawn if it was not sent
     */
    void execute(T ticket) throws StoreException {
        if (takeLane()) {
            sendAlone(ticket);
        } else {
            queue(ticket);
        }
    }

    /**
     * Has it sent with others, or alone if none come. For those who could not {@linkplain #takeLane take a lane}.
     *
     * @throws StoreException if the time is over; it is withdrawn if it was not sent
     */
    void queue(T ticket) throws StoreException {
        queue(ticket, delegates());
    }

    private void sendAlone(T ticket) {
        boolean interrupted = Thread.interrupted();
        try {
            if (ticket.send()) {
                sender.send(List.of(ticket), ticket.deadlineMicros);
            }
        } finally {
            giveBack(interrupted);
        }
    }

    private void queue(T ticket, boolean delegates) throws StoreException {
        boolean interrupted = Thread.interrupted();
        queue.add(ticket);
        try {
            boolean delegated = lanes.tryAcquire() && lead(ticket, delegates);
            int yields = yields();
            while (!ticket.answered()) {
                if (yields > 0 && (delegated || !ticket.waiting() || lanes.availablePermits() == 0)) {
                    yields = giveWay() ? yields - 1 : 0;
                    continue;
                }
                long left = ticket.deadlineMicros - time.micros();
                if (left <= 0) {
                    leave(ticket);
                } else if (!delegated && ticket.waiting() && lanes.tryAcquire()) {
                    delegated = lead(ticket, delegates);
                } else {
                    LockSupport.parkNanos(this, TimeUnit.MICROSECONDS.toNanos(left));
                    interrupted |= Thread.interrupted();
                    delegated = false;
                    passOn(ticket);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean delegates() {
        return threads.everNeeded && threads.needed();
    }

    /** How often this decision may let others run. */
    private int yields() {
        int left = hurried;
        if (left > 0) {
            hurried = left - 1;
            return 0;
        }
        return YIELDS;
    }

    /** Whether its turn came again soon. Nothing relies on others: where none wants to run, it comes at once. */
    @SuppressWarnings("ThreadPriorityCheck")
    private boolean giveWay() {
        long begun = time.micros();
        Thread.yield();
        boolean soon = time.micros() - begun < LONG_TURN_MICROS;
        if (!soon) {
            hurried = HURRIED_DECISIONS;
        }
        return soon;
    }

    /** Whoever is woken to lead, but was sent meanwhile, wakes the next. */
    private void passOn(T ticket) {
        if (!ticket.waiting() && !queue.isEmpty()) {
            wakeNext();
        }
    }

    /** Sends what is queued; whether another thread does it. */
    private boolean lead(T own, boolean delegates) {
        if (hurried == 0) {
            giveWay();
        }
        List<T> batch = drain(own);
        long last = own.deadlineMicros;
        for (int i = 0; i < batch.size(); i++) {
            last = Math.max(last, batch.get(i).deadlineMicros);
        }
        if (!delegates && last - own.deadlineMicros <= graceMicros) {
            send(batch, own.deadlineMicros);
            return false;
        }
        delegate(batch, last);
        return true;
    }

    private void delegate(List<T> batch, long deadlineMicros) {
        try {
            threads.execute(() -> send(batch, deadlineMicros));
        } catch (RejectedExecutionException e) {
            lanes.release();
            StoreException closed = new StoreException("the store is closed");
            batch.forEach(ticket -> ticket.fail(closed));
            wakeNext();
        }
    }

    private void send(List<T> batch, long deadlineMicros) {
        try {
            if (!batch.isEmpty()) {
                sender.send(batch, deadlineMicros);
            }
        } finally {
            lanes.release();
            wakeNext();
        }
    }

    /** The leader's own ticket first: nobody could wake it while it leads. Nobody is sent whose time is over. */
    private List<T> drain(T own) {
        List<T> batch = new ArrayList<>();
        if (own.send()) {
            batch.add(own);
        }
        T next = nextBut(own);
        long now = next == null ? 0 : time.micros();
        while (next != null) {
            if (next.deadlineMicros > now && next.send()) {
                batch.add(next);
            }
            next = batch.size() < MAX_BATCH ? nextBut(own) : null;
        }
        return batch;
    }

    private @Nullable T nextBut(T own) {
        T next = queue.poll();
        return next == own ? queue.poll() : next;
    }

    private void leave(T ticket) throws StoreException {
        if (ticket.withdraw()) {
            queue.remove(ticket);
            wakeNext();
            throw StoreException.withoutEvidence(
                    "Redis was too busy to be asked within redis.timeout; nothing was counted");
        }
        if (!ticket.answered()) {
            throw StoreException.withoutEvidence(RedisErrors.NO_ANSWER);
        }
    }

    private void wakeNext() {
        T next = queue.peek();
        while (next != null && !next.waiting()) {
            queue.remove(next);
            next = queue.peek();
        }
        if (next != null) {
            next.wake();
        }
    }
}
