package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A queue of threads whose calls go to one server and travel together. Thread-safe. */
final class Combiner {

    /*
     * Naive: each thread its own round trip; 32 threads queue up in the server's single thread and pay its per-call cost
     * 32 times. Model (flat combining, Hendler, Incze, Shavit, Tzafrir, SPAA 2010): threads queue their calls; as many
     * as there are lanes become leaders, and a leader sends what is queued in one write and hands the answers out. Lanes are more
     * where the server is farther away. A lone thread, with an empty queue, sends its call at once: combining costs nothing when there is nothing to combine.
     *
     * An interrupt is not for the decision: it is kept for afterwards.
     *
     * Some calls are posted: their owners never lead. A virtual thread does not, since being interrupted while it reads
     * would close the socket under all calls of the batch; nor does a thread that waits for several servers at once, since
     * while it read from one it would hold up the others. A platform thread of ours leads in their place.
     *
     * A leader reads until its own deadline. One that has used up more of its budget than others it sends would cut theirs
     * short, or overrun its own: it has them sent by such a thread, too, which reads until the last of their deadlines.
     *
     * To park and to be woken is dearer than all else a decision asks of this JVM, and where threads outnumber processors the
     * answer is there before many of them are asleep. So a thread yields a few times before it parks: where no thread
     * wants to, that costs a part of what parking does. And a leader lets others run once before it drains the queue: those
     * who have just been answered come again and travel along. Flaw: a thread that computes then runs for milliseconds, while a
     * thread that is woken is run before it. So a thread that has waited that long for its turn sets a mark, and during the next
     * decisions no thread yields.
     *
     * A leader's time may be over while answers to earlier batches are still to come. It leaves its call then like any other thread.
     *
     * Invariant: a call is sent at most once, and never after it was withdrawn. A thread leaves at its deadline: if its
     * call was not sent yet, nothing was charged; if it was, the outcome is unknown. No wake-up is lost: a thread that frees a
     * lane, leaves or posts looks at the queue afterwards, and a thread that queues tries a lane afterwards.
     */

    /** A leader with so much less of its budget left than others of its batch does not read for them: an eighth. */
    private static final int GRACE = 8;

    /** How often a thread lets others run before it parks. */
    private static final int YIELDS = 8;

    /** A yield that took so long means that the processors are busy. */
    private static final long LONG_TURN_MICROS = 1_000;

    /** The number of decisions for which no thread yields then. */
    private static final int HURRIED_DECISIONS = 1_024;

    /**
     * Sends calls in one write, waits for the answers until a deadline, and answers each of them. Those that it leaves have no answer yet when their
     * time is over.
     */
    interface Sender {

        void send(List<ScriptRequest> batch, long deadlineMicros);
    }

    private final ConcurrentLinkedQueue<ScriptRequest> queue = new ConcurrentLinkedQueue<>();
    private final Lanes lanes;
    private final long graceMicros;
    private final TimeSource time;
    private final Sender sender;
    private final PlatformThreads threads;

    /** How many decisions must not let others run; written without care, as some more or less do no harm. */
    private int hurried;

    Combiner(Lanes lanes, ServerContext context, Sender sender) {
        this.graceMicros = context.budgetMicros() / GRACE;
        this.threads = context.threads();
        this.lanes = lanes;
        this.time = context.time();
        this.sender = sender;
    }

    /**
     * Has a request sent, alone or with others; afterwards it is {@linkplain ScriptRequest#over over}. Whoever asks has looked at the
     * clock just now, and looks again only when it has waited.
     */
    void execute(ScriptRequest call) {
        if (threads.everNeeded && threads.needed()) {
            post(call);
            sendPosted();
            await(call);
            return;
        }
        lanes.enter();
        try {
            if (queue.isEmpty() && lanes.tryTake()) {
                sendAlone(call);
            } else {
                queue(call);
            }
        } finally {
            lanes.leave();
        }
    }

    /** Queues a call that another thread is to send, after {@link #sendPosted}; its owner then {@linkplain #await awaits} it. */
    void post(ScriptRequest call) {
        lanes.enter();
        call.posted = true;
        queue.add(call);
    }

    /** Has what is posted sent. */
    void sendPosted() {
        next();
    }

    /** Waits until a posted call is over. */
    void await(ScriptRequest call) {
        boolean interrupted = Thread.interrupted();
        while (!call.over()) {
            interrupted |= park(call);
        }
        lanes.leave();
        restore(interrupted);
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for news, or leaves at the deadline; whether the thread was interrupted. */
    private boolean park(ScriptRequest call) {
        long left = call.deadlineMicros - time.micros();
        if (left <= 0) {
            leave(call);
            return false;
        }
        LockSupport.parkNanos(this, TimeUnit.MICROSECONDS.toNanos(left));
        return Thread.interrupted();
    }

    private void sendAlone(ScriptRequest call) {
        boolean interrupted = Thread.interrupted();
        try {
            if (call.send()) {
                sender.send(List.of(call), call.deadlineMicros);
            }
        } finally {
            release();
            restore(interrupted);
        }
        if (!call.over()) {
            leave(call);
        }
    }

    private void queue(ScriptRequest call) {
        boolean interrupted = Thread.interrupted();
        queue.add(call);
        boolean delegated = lanes.tryTake() && lead(call);
        int yields = yields();
        while (!call.over()) {
            if (yields > 0 && (delegated || !call.waiting() || lanes.areTaken())) {
                yields = giveWay() ? yields - 1 : 0;
            } else if (!delegated && call.waiting() && lanes.tryTake()) {
                delegated = lead(call);
            } else {
                interrupted |= park(call);
                delegated = false;
                passOn(call);
            }
        }
        restore(interrupted);
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

    /** Wakes the next to lead; whoever is woken, but was sent meanwhile, does the same. */
    private void passOn(ScriptRequest call) {
        if (!call.waiting() && !queue.isEmpty()) {
            next();
        }
    }

    /** Sends what is queued, by the lane it has; whether another thread does it. */
    private boolean lead(ScriptRequest own) {
        if (hurried == 0) {
            giveWay();
        }
        List<ScriptRequest> batch = drain(own);
        long last = lastDeadline(batch);
        boolean delegates = !batch.isEmpty() && last - own.deadlineMicros > graceMicros;
        if (delegates) {
            serve(batch);
            return true;
        }
        try {
            send(batch, own.deadlineMicros);
        } finally {
            release();
        }
        return false;
    }

    private void send(List<ScriptRequest> batch, long deadlineMicros) {
        if (!batch.isEmpty()) {
            sender.send(batch, deadlineMicros);
        }
    }

    private static long lastDeadline(List<ScriptRequest> batch) {
        long last = Long.MIN_VALUE;
        for (int i = 0; i < batch.size(); i++) {
            last = Math.max(last, batch.get(i).deadlineMicros);
        }
        return last;
    }

    /** Has a batch, and what is posted meanwhile, sent by another thread, which takes the lane over. */
    private void serve(List<ScriptRequest> batch) {
        try {
            threads.execute(() -> serveHere(batch));
        } catch (RejectedExecutionException e) {
            StoreException closed = StoreException.ofShortage("the store is closed; nothing was counted");
            for (List<ScriptRequest> left = batch.isEmpty() ? drain(null) : batch;
                    !left.isEmpty();
                    left = drain(null)) {
                left.forEach(call -> call.say(closed));
            }
            lanes.giveBack();
        }
    }

    private void serveHere(List<ScriptRequest> first) {
        List<ScriptRequest> batch = first.isEmpty() ? drain(null) : first;
        try {
            while (!batch.isEmpty()) {
                send(batch, lastDeadline(batch));
                ScriptRequest next = firstWaiting();
                batch = next != null && next.posted ? drain(null) : List.of();
            }
        } finally {
            release();
        }
    }

    /** The leader's own call first: no thread could wake it while it leads. Calls whose time is over are not sent. */
    private List<ScriptRequest> drain(@Nullable ScriptRequest own) {
        List<ScriptRequest> batch = new ArrayList<>();
        int most = lanes.calls();
        if (own != null && own.send()) {
            batch.add(own);
        }
        ScriptRequest next = queue.poll();
        long now = next == null || (next == own && queue.isEmpty()) ? 0 : time.micros();
        while (next != null) {
            if (next != own && next.deadlineMicros > now && next.send()) {
                batch.add(next);
            }
            next = batch.size() < most ? queue.poll() : null;
        }
        return batch;
    }

    private void leave(ScriptRequest call) {
        if (call.withdraw(StoreException.ofShortage(
                "this call did not get its turn to ask Redis within redis.timeout; nothing was counted"))) {
            queue.remove(call);
            next();
        } else {
            boolean unused = call.leave(StoreException.withoutEvidence(RedisErrors.NO_ANSWER));
        }
    }

    private void release() {
        lanes.giveBack();
        next();
    }

    /** Lets the first who waits be sent. */
    private void next() {
        ScriptRequest first = firstWaiting();
        if (first == null) {
            return;
        }
        if (!first.posted) {
            first.wake();
        } else if (lanes.tryTake()) {
            serve(List.of());
        }
    }

    private @Nullable ScriptRequest firstWaiting() {
        ScriptRequest first = queue.peek();
        while (first != null && !first.waiting()) {
            queue.remove(first);
            first = queue.peek();
        }
        return first;
    }
}
