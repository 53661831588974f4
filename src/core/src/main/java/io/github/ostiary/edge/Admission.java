package io.github.ostiary.edge;

import io.github.ostiary.Decision;

/**
 * A call that was decided: its answer, and what it holds until it ends: reserved attempts, leased and reserved permits.
 * The edge that enters it must end it, whatever happens. Thread-safe.
 */
public interface Admission {

    /**
     * The request attribute that has, in a {@code List}, what a request was admitted to by the filter: a bean behind it
     * that the same rules are about shares its attempts and leases.
     */
    String ADMISSIONS = "io.github.ostiary.held";

    /**
     * The decision.
     *
     * @return while the call is {@link #isWaiting}, its answer if it gave up now
     */
    Decision decision();

    /**
     * Whether the call must wait before it may go on: its slot lies ahead, or others hold what it needs.
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

    /**
     * Whether it holds anything that must end with the call.
     *
     * @return false if neither {@link #settle} nor {@link #end} would do anything
     */
    boolean holdsAnything();

    /**
     * Whether an attempt is among what it holds.
     *
     * @return false if only leases are
     */
    boolean holdsAttempt();

    /**
     * Whether bytes must be counted to know what it costs.
     *
     * @return true if {@link CallOutcome.Answer#bytesRead} or {@link CallOutcome.Answer#bytesWritten} is asked at its end
     */
    boolean countsBytes();

    /**
     * Takes note of what the call has cost so far, where that is known only afterwards: for its end, or in case it is never
     * reported.
     *
     * @param outcome what was seen
     */
    void bill(CallOutcome outcome);

    /** Gives up waiting, and whatever slot was taken; nothing if the call is not held. */
    void giveUp();

    /**
     * Remembers of which attempts a status shows that they failed, whatever is answered in the end.
     *
     * @param status that the application has set
     */
    void answering(int status);

    /**
     * Settles the reserved attempts, once, if what was seen so far shows that each of them has failed: else they stay
     * reserved, and those that have failed are remembered. Leases go on.
     *
     * @param outcome what was seen, before the call has ended
     */
    void settle(CallOutcome outcome);

    /**
     * Ends a call that has not begun: leases are released, attempts not settled are abandoned, and what was reserved is given back.
     * Idempotent.
     */
    void end();

    /**
     * The caller has left, and the application may work on: leases are renewed no more, so that they end in their time if
     * the end of the work is never reported. {@link #leave} reports it. What was {@linkplain #bill billed} is settled now.
     */
    void unattended();

    /**
     * Ends the call where its outcome can no longer be known: leases are released, attempts stay reserved, and have
     * failed when their rule's {@code settle} has passed; it has cost what it was last {@linkplain #bill billed}, else what was
     * reserved. Idempotent.
     */
    void leave();

    /**
     * Settles, then ends, in one round trip.
     *
     * @param outcome what was seen
     */
    void end(CallOutcome outcome);
}
