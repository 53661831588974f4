package io.github.ostiary.edge;

import io.github.ostiary.Decision;

/**
 * A call as a guard has answered it: decided, or waiting. Edges leave it to {@link Entrance}'s {@code
 * call}, and to {@link CallBody.AwaitedTurn} while it waits. Thread-safe.
 */
public interface PendingAdmission extends Admission {

    /**
     * The decision.
     *
     * @return while the call is {@link #isWaiting}, how it stands so far
     */
    @Override
    Decision decision();

    /**
     * Tells whether the call must wait before it may go on, for its slot or for what other calls hold.
     *
     * @return true until it is ready
     */
    boolean isWaiting();

    /**
     * Waits, on this thread, until the call is not held any more; not longer than its rules allow.
     *
     * @throws InterruptedException if the thread was interrupted; then it has given up. If it was let in at that very
     *     moment, this returns and the thread stays interrupted
     */
    void await() throws InterruptedException;

    /** Waits as {@link #await} does. A thread that was interrupted stays so: what the call comes to is in its decision. */
    default void awaitDecision() {
        try {
            await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Has something done once the call can {@link #goOn}: now, or by a thread of the guard's, which it must not keep.
     *
     * @param task done once
     */
    void whenReady(Runnable task);

    /**
     * Does, on the calling thread, what the end of a wait has made possible, such as verifying the answer to a challenge; only
     * a thread of the call's may be kept with that. Nothing while the call waits for others, and nothing once it is decided.
     * Afterwards it may wait again. An edge that does not {@link #await} calls this before it looks at the decision.
     */
    default void goOn() {}

    /**
     * Has something done once the call is decided for good: now, or by the thread that decides it, which it must not keep.
     *
     * @param task done once
     */
    default void whenDecided(Runnable task) {
        whenReady(task);
    }

    /** Gives up waiting, and whatever slot was taken; nothing if the call is not held. */
    void giveUp();
}
