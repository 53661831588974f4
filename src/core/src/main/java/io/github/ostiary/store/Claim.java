package io.github.ostiary.store;

import io.github.ostiary.Key;
import io.github.ostiary.Quota;
import io.github.ostiary.operator.KeyStatus.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a call asks of a rule for one caller. All claims of a call are decided together: all are granted or none is.
 */
public sealed interface Claim permits Charge, LeaseClaim, AttemptClaim {

    /**
     * The rule's name.
     *
     * @return {@code [a-z][a-z0-9-]{0,39}}
     */
    String rule();

    /**
     * The letter of the kind of state that the counter has.
     *
     * @return one letter
     */
    char letter();

    /**
     * The one of the rule's counters of that kind that this is about.
     *
     * @return distinct counters of one rule and identity never share state
     */
    default String counter() {
        return "";
    }

    /**
     * The counter this is about.
     *
     * @return its rule, kind and identity
     */
    default CounterId counterId() {
        return CounterId.of(rule(), counter(), letter(), identity());
    }

    /**
     * The identity of the caller.
     *
     * @return at most 64 characters of {@code [A-Za-z0-9._-]}, canonical or digested
     */
    String identity();

    /**
     * How much is asked.
     *
     * @return at least 1
     */
    default long permits() {
        return 1;
    }

    /**
     * How far ahead the slot it asks for may lie, µs.
     *
     * @return 0 for an immediate one
     */
    default long waitMicros() {
        return 0;
    }

    /**
     * The report of the node that asks on permits it has taken ahead.
     *
     * @return null for nothing
     */
    default @Nullable Ahead ahead() {
        return null;
    }

    /**
     * The time when what is given back was granted, by the clock of what granted it, µs.
     *
     * @return 0 if that is not known
     */
    default long takenMicros() {
        return 0;
    }

    /**
     * The most permits of its counter that a node may take ahead.
     *
     * @return 0 if each claim must be decided by the store
     */
    default long mostAhead() {
        return 0;
    }

    /**
     * The terms it is asked by.
     *
     * @return the limit or policy, the same object for all claims by it
     */
    Object terms();

    /**
     * The key's canonical text, shown to administrators.
     *
     * @return empty where identities are secret or too long to be kept, and for whatever is no attempt
     */
    default String label() {
        return "";
    }

    /**
     * The network that an attempt comes from.
     *
     * @return null where that is not known, and for whatever is no attempt
     */
    default @Nullable Key origin() {
        return null;
    }

    /** Whether it is granted like any other, and takes nothing then: its answer may be charged. */
    default boolean onlyLooks() {
        return false;
    }

    /**
     * Whether the rule only reports and never denies.
     *
     * @return true for {@code enforce=false}
     */
    boolean shadow();

    /**
     * Whether a denied attempt changes what is stored, so that none may be denied without asking the store.
     *
     * @return true where attempts count, whatever is said of them
     */
    default boolean countsDenied() {
        return false;
    }

    /**
     * Whether a denied attempt leaves something behind: counted, or a counter that has begun.
     *
     * @return true if a store that only looked at it first must still count the denial
     */
    default boolean noticesDenials() {
        return countsDenied();
    }

    /**
     * This claim for a call that ended a while ago, and whose end is reported only now.
     *
     * @param micros how long ago, µs
     * @return this very claim, where that makes no difference
     */
    default Claim endedAgo(long micros) {
        return this;
    }

    /**
     * This claim for a call that is asked for again if it is denied, and is no attempt of its own each time.
     *
     * @return this very claim, if nothing is counted when it is denied
     */
    Claim repeated();

    /**
     * Whether what is granted is held, under {@link #id}, until it is given back; permits of a rate are simply used up, unless
     * they are reserved.
     *
     * @return true for leases, attempts and reservations
     */
    boolean isHeld();

    /**
     * Whether it is a reservation: permits of a limit that are held until what the call has cost is known.
     *
     * @return false for all else that is held
     */
    default boolean isReserved() {
        return false;
    }

    /**
     * This claim as the store has granted it.
     *
     * @param said what the store said
     * @return this very claim, but for permits of a limit, which are given back with the time they were granted at
     */
    default Claim granted(Verdict said) {
        return this;
    }

    /**
     * Whether how the call ended decides what becomes of what is held.
     *
     * @return true for attempts
     */
    boolean needsSettling();

    /**
     * Whether it is made during a siege.
     *
     * @return false once its caller has passed a challenge
     */
    default boolean inSiege() {
        return false;
    }

    /**
     * This claim once its caller has passed the challenge that a siege asks for.
     *
     * @return this very claim, but for an attempt during a siege
     */
    default Claim passed() {
        return this;
    }

    /**
     * Whether this is the answer to a challenge.
     *
     * @return false for whatever is not asked before anything else is looked at
     */
    default boolean answersChallenge() {
        return false;
    }

    /**
     * The name of what is held.
     *
     * @return unique over all nodes; empty if nothing is
     */
    default String id() {
        return "";
    }

    /**
     * Whether another claim, granted already, holds all that this one asks for.
     *
     * @param held what was granted
     * @return true if this one need not be asked as long as that is held
     */
    default boolean isMetBy(Claim held) {
        return isHeld()
                && letter() == held.letter()
                && rule().equals(held.rule())
                && identity().equals(held.identity());
    }

    /**
     * One of so many equal parts, for a node that decides by itself.
     *
     * @param nodes at least 1
     * @return this very claim, if it cannot be divided
     */
    default Claim dividedBy(int nodes) {
        return this;
    }

    /**
     * The verdict of this claim, where a part of it was asked for. What exceeds only one node's part passes again when the
     * whole is there again: unknown when.
     *
     * @param said of the part
     * @return the same, but for a denial for ever that only the part's size is the cause of
     */
    default Verdict ofWholeLimit(Verdict said) {
        return said;
    }

    /**
     * The quota that a caller is shown.
     *
     * @param said of this claim
     * @return null if this is about no rate
     */
    @Nullable
    Quota quota(Verdict said);

    /**
     * The quotas that a caller of this claim alone is shown.
     *
     * @param said of this claim
     * @return one, or none if this is about no rate
     */
    default List<Quota> quotas(Verdict said) {
        @Nullable Quota quota = quota(said);
        return quota == null ? List.of() : List.of(quota);
    }

    /**
     * The figures of its counter, for operators.
     *
     * @param said of this claim
     * @return empty if it has no permits that are used up
     */
    default Optional<Usage> usage(Verdict said) {
        @Nullable Quota quota = quota(said);
        return quota == null
                ? Optional.empty()
                : Optional.of(new Usage(
                        quota.policy(),
                        Optional.of(quota.rate()),
                        quota.limit(),
                        Math.max(0, quota.limit() - quota.remaining()),
                        quota.remaining(),
                        quota.resetAfter()));
    }

    /**
     * Whether a caller who may wait learns at once when its turn comes.
     *
     * @return false if all it can do is to ask again
     */
    default boolean handsOutSlots() {
        return false;
    }

    /**
     * About how many characters it holds.
     *
     * @return those that callers choose, and its name
     */
    default int length() {
        return identity().length() + id().length();
    }

    /**
     * How long after its last use the counter equals a fresh one.
     *
     * @return microseconds
     */
    long idleMicros();

    /**
     * How long the store knows what is held by its name.
     *
     * @return microseconds
     */
    default long openMicros() {
        return idleMicros();
    }

    /** The claims that passed: those that are held, or the charges. */
    static List<Claim> passed(List<Claim> claims, List<Verdict> verdicts, boolean held) {
        List<Claim> passed = new ArrayList<>(claims.size());
        for (int i = 0; i < verdicts.size(); i++) {
            if (verdicts.get(i).passed() && claims.get(i).isHeld() == held) {
                passed.add(claims.get(i));
            }
        }
        return passed;
    }

    /** Whether no enforced claim is denied. */
    static boolean admitted(List<Claim> claims, List<Verdict> verdicts) {
        for (int i = 0; i < verdicts.size(); i++) {
            if (!verdicts.get(i).passed() && !claims.get(i).shadow()) {
                return false;
            }
        }
        return true;
    }
}
