package io.github.ostiary.edge;

import io.github.ostiary.Decision;

/**
 * A call that was decided: its answer, and what it holds until it ends: reserved attempts, leased and reserved permits.
 * The edge that is given it must end it, whatever happens. Thread-safe.
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
     * @return for good
     */
    Decision decision();

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
