package io.github.ostiary.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The permits that this node has taken ahead of a remote {@link Store}, where a counter is hot: it admits from them without a
 * call. The store counts them as used, until a window after they end. Thread-safe, never blocks.
 */
public interface NodePermits {

    /**
     * Whether a claim would be admitted now.
     *
     * @param claim what is asked
     * @param nowMicros the local monotonic time
     * @return false if the store must be asked: also where that is only to get more in time, for one caller at once
     */
    boolean covers(Claim claim, long nowMicros);

    /**
     * Admits a claim, if {@link #covers} says so.
     *
     * @param claim what is asked
     * @param nowMicros the local monotonic time
     * @return a passing verdict; null if the store must be asked
     */
    @Nullable
    Verdict admit(Claim claim, long nowMicros);

    /**
     * The claim as the store is to be asked: where its counter is hot, it asks for permits ahead, too.
     *
     * @param claim what is asked
     * @param nowMicros the local monotonic time, before the call is sent
     * @return this very claim, or one for which {@link #heard} must be called when the call is over
     */
    Claim asking(Claim claim, long nowMicros);

    /**
     * Takes note of the answer to a claim that has asked for permits ahead.
     *
     * @param asked that claim
     * @param said the store's answer; null if there is none
     * @param committed whether the claim was committed
     * @param sentMicros the local monotonic time before the call was sent
     */
    void heard(Claim asked, @Nullable Verdict said, boolean committed, long sentMicros);

    /**
     * How many of a counter's permits this node has.
     *
     * @param claim names the counter, and its limit
     * @param nowMicros the local monotonic time
     * @return 0 if it has none; whether they would be admitted is another question
     */
    long left(Claim claim, long nowMicros);

    /**
     * The claims whose parts have ended, and have not come back to the store: each says so, and is to be {@linkplain
     * Operation#DENY told} to it.
     *
     * @param counter all that it has of this one ends now; null for those of all counters whose time is over
     * @param nowMicros the local monotonic time
     * @return none if the store has nothing of what has ended
     */
    List<Claim> ended(@Nullable CounterId counter, long nowMicros);

    /**
     * The store has heard what has ended.
     *
     * @param told one of those
     * @param nowMicros the local monotonic time
     */
    void returned(Claim told, long nowMicros);

    /**
     * Whether the store may have something that will come back.
     *
     * @return true for what this node uses, too
     */
    boolean isOut();

    /**
     * Ends what it has of a counter.
     *
     * @param counter of a rule and an identity
     */
    void forget(CounterId counter);

    /** Ends all that it has. */
    void endAll();
}
