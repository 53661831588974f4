package io.github.ostiary.store;

import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The locks a {@link Store} keeps, to be looked at and changed by hand. Thread-safe. */
public interface LockBook {

    /**
     * The place of a lock: a rule, and who may be locked by it.
     *
     * @param policy the rule
     * @param identity whose failures
     */
    record LockId(LockoutPolicy policy, String identity) {

        /**
         * The claim that names the place's counter.
         *
         * @return never to be granted
         */
        public AttemptClaim claim() {
            return claim("");
        }

        /**
         * The claim that names the place's counter, with the key's text.
         *
         * @param label canonical, or empty
         * @return never to be granted
         */
        public AttemptClaim claim(String label) {
            return new AttemptClaim(
                    policy, identity, "", AttemptClaim.Purpose.ATTEMPT, AttemptClaim.Traits.NONE, label);
        }
    }

    /**
     * The standing of a key, in full.
     *
     * @param state its phase and what led there
     * @param ageMicros since the lock, block or challenge began, µs; 0 if there is none
     * @param causeMicros since what it follows from happened, µs; no less
     * @param levels how often each step has fired, as far as that makes the next lock longer
     * @param label the key's canonical text, or empty
     * @param mark of the lock or block: the same for as long as it holds without a gap, however it is lengthened, and never that
     *     of another lock of the key; 0 if there is none
     */
    record LockDetail(LockState state, long ageMicros, long causeMicros, String levels, String label, long mark) {

        /**
         * Whether a lock or block holds.
         *
         * @return false for a challenge
         */
        public boolean locked() {
            return state.phase() == LockState.Phase.LOCKED || state.phase() == LockState.Phase.BLOCKED;
        }

        /**
         * How long it lasts.
         *
         * @return µs; {@link Verdict#NEVER} for a block, 0 if nothing holds
         */
        public long leftMicros() {
            return state.phase() == LockState.Phase.BLOCKED
                    ? Verdict.NEVER
                    : Durations.toMicros(state.remaining().orElse(Duration.ZERO));
        }

        /**
         * The lock as another store needs it to keep it.
         *
         * @param place whose it is
         * @param doubt how much older what is known may be than it seems, µs
         * @return to be restored there
         */
        public KeptLock kept(LockId place, long doubt) {
            return new KeptLock(
                    place, label, leftMicros(), new KeptLock.Age(causeMicros + doubt, true), levels, state.reason());
        }

        /**
         * How it answers an attempt.
         *
         * @return a denial, of use only if {@link #locked}
         */
        public Verdict denial() {
            return Verdict.locked(leftMicros());
        }
    }

    /**
     * A lock that a node knows, to be handed back if the store has lost it.
     *
     * @param place whose
     * @param label the key's canonical text, or empty
     * @param leftMicros until its end, µs; {@link Verdict#NEVER} for a block
     * @param age of what is known of it
     * @param levels as {@link LockDetail} says them; empty if unknown
     * @param reason what it was locked for, or empty
     */
    record KeptLock(LockId place, String label, long leftMicros, Age age, String levels, String reason) {

        /**
         * The age of what is known of a lock. What began after the key was unlocked stays locked. Of a lock that was seen, that is known only if it was
         * seen after the store had heard of the unlocking: until then the store holds the old one.
         *
         * @param micros µs
         * @param begun since what it follows from; else since it was last seen in the store
         */
        public record Age(long micros, boolean begun) {

            private static final String BEGUN = "b";

            private static Age parse(String text) {
                boolean begun = text.startsWith(BEGUN);
                return new Age(Long.parseLong(begun ? text.substring(1) : text), begun);
            }

            private String text() {
                return (begun ? BEGUN : "") + micros;
            }
        }

        /**
         * The same later.
         *
         * @param micros by how much
         * @param doubt how much older it may be than that
         * @return of no use if nothing is left of it
         */
        public KeptLock after(long micros, long doubt) {
            long left = leftMicros == Verdict.NEVER ? leftMicros : leftMicros - micros;
            return new KeptLock(place, label, left, new Age(age.micros + micros + doubt, age.begun), levels, reason);
        }

        /**
         * The claim that asks a store to lock it again.
         *
         * @return for {@link Operation#RESTORE} only
         */
        public AttemptClaim claim() {
            String left = Long.toString(leftMicros == Verdict.NEVER ? -1 : leftMicros);
            String seen = (age.text() + " " + levels).trim();
            return new AttemptClaim(
                    place.policy(),
                    place.identity(),
                    left,
                    AttemptClaim.Purpose.ATTEMPT,
                    new AttemptClaim.Traits(reason, seen, ""),
                    label);
        }

        /**
         * The lock that {@link #claim} was made of.
         *
         * @param claim a reservation so made
         * @return the lock
         */
        public static KeptLock of(AttemptClaim claim) {
            long left = Long.parseLong(claim.id());
            String[] seen = claim.network().split(" ", 2);
            return new KeptLock(
                    new LockId(claim.policy(), claim.identity()),
                    claim.label(),
                    left < 0 ? Verdict.NEVER : left,
                    Age.parse(seen[0]),
                    seen.length > 1 ? seen[1] : "",
                    claim.value());
        }
    }

    /**
     * How a key stands.
     *
     * @param place whose
     * @return {@code OPEN} with no failures if nothing is known
     * @throws StoreException if the store cannot say
     */
    LockState state(LockId place) throws StoreException;

    /**
     * How keys stand, many in one call.
     *
     * @param places whose
     * @return one per place, in their order; empty where a key cannot be used
     * @throws StoreException if the store cannot say
     */
    List<Optional<LockDetail>> look(List<LockId> places) throws StoreException;

    /**
     * Locks again what the store has lost, many in one call: not what was unlocked since it was seen, and never shorter
     * than it is locked already.
     *
     * @param locks what is known
     * @return one per lock, in their order: whether the store knows of it now
     * @throws StoreException if the store cannot say; it may then know of some
     */
    List<Boolean> restore(List<KeptLock> locks) throws StoreException;

    /**
     * Forgets a key that another store has taken over, unless it was locked anew since it was looked at.
     *
     * @param place whose
     * @param seen how it stood
     * @param elapsedMicros how long ago that was, µs
     */
    default void release(LockId place, LockDetail seen, long elapsedMicros) {
        throw new UnsupportedOperationException("only a stand-in is relieved");
    }

    /**
     * Locks a key, whatever it has done.
     *
     * @param place whose
     * @param label the key's canonical text, for the list; may be empty
     * @param micros for how long, µs; {@link Verdict#NEVER} until an operator unblocks
     * @param reason kept with the lock, at most 200 characters
     * @throws StoreException if the store cannot say whether it did
     */
    void lock(LockId place, String label, long micros, String reason) throws StoreException;

    /**
     * Lets a key in again and forgets its failures and how often it was locked; attempts in flight still settle.
     *
     * @param place whose
     * @throws StoreException if the store cannot say whether it did
     */
    default void unlock(LockId place) throws StoreException {
        unlock(place, 0);
    }

    /**
     * The same for a key that was unlocked a while ago. What failed before that does not count, whenever it is reported; a
     * lock that follows from something younger stays.
     *
     * @param place whose
     * @param agoMicros how long ago, µs; 0 for now
     * @throws StoreException if the store cannot say whether it did
     */
    void unlock(LockId place, long agoMicros) throws StoreException;

    /**
     * Lets a network in to a key that failures have locked, as if it had succeeded there, in its canonical spelling too. The key stays
     * locked for all others; nothing else is forgotten.
     *
     * @param place whose
     * @param from the network, and how the name is written there
     * @param mark of the lock
     * @return false if that lock does not hold any more, is a block, or was made by hand
     * @throws StoreException if the store cannot say whether it did
     */
    boolean admit(LockId place, Traits from, long mark) throws StoreException;

    /**
     * Lists the keys of a rule that are not open. What changes between two parts may be listed or not, or twice.
     *
     * @param policy the rule
     * @param cursor as the last part said; null to begin
     * @param max about how many keys, 1 to 1,000
     * @return a part
     * @throws StoreException if the store cannot say
     * @throws IllegalArgumentException if this store has not given out the cursor
     */
    Lockouts.Page list(LockoutPolicy policy, @Nullable String cursor, int max) throws StoreException;
}
