package io.github.ostiary;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The locks a {@link Store} keeps, to be looked at and changed by hand. Thread-safe. */
public interface LockBook {

    /**
     * Whose ladder.
     *
     * @param ladder the rule
     * @param identity whose failures
     */
    record Place(Ladder ladder, String identity) {

        /**
         * What names the place's counter.
         *
         * @return never to be granted
         */
        public Reservation claim() {
            return new Reservation(ladder, identity, "", Reservation.Purpose.ATTEMPT, "", "", "");
        }
    }

    /**
     * A key that is not open.
     *
     * @param identity canonical or digested
     * @param label the key's canonical text; empty where identities are secret or too long to be kept
     * @param state how it stands
     */
    record Line(String identity, String label, LockState state) {

        /**
         * Whose lock it is.
         *
         * @return empty where identities are secret or too long to be kept
         */
        public Optional<Key> key() {
            return Key.ofCanonical(label);
        }
    }

    /**
     * A part of a list.
     *
     * @param lines the keys of a rule that are not open, in no order; perhaps none although there are more
     * @param next where the next part begins; empty at the end
     */
    record Page(List<Line> lines, Optional<String> next) {}

    /**
     * How a key stands.
     *
     * @param place whose
     * @return {@code OPEN} with no failures if nothing is known
     * @throws StoreException if the store cannot say
     */
    LockState state(Place place) throws StoreException;

    /**
     * Locks a key, whatever it has done.
     *
     * @param place whose
     * @param label the key's canonical text, for the list; may be empty
     * @param micros for how long, µs; {@link Verdict#NEVER} until somebody unblocks
     * @param reason kept with the lock, at most 200 characters
     * @throws StoreException if the store cannot say whether it did
     */
    void lock(Place place, String label, long micros, String reason) throws StoreException;

    /**
     * Lets a key in again and forgets its failures and how often it was locked; attempts in flight still settle.
     *
     * @param place whose
     * @throws StoreException if the store cannot say whether it did
     */
    void unlock(Place place) throws StoreException;

    /**
     * Lists the keys of a rule that are not open. What changes between two parts may be listed or not, or twice.
     *
     * @param ladder the rule
     * @param cursor as the last part said; null to begin
     * @param max about how many keys, 1 to 1,000
     * @return a part
     * @throws StoreException if the store cannot say
     * @throws IllegalArgumentException if the cursor is none of this store's
     */
    Page list(Ladder ladder, @Nullable String cursor, int max) throws StoreException;
}
