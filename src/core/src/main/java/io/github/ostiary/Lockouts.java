package io.github.ostiary;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One lockout rule, asked from Java. Thread-safe; shared with the filter, with annotated beans and, with Redis, with
 * every node. What is changed here is felt on every node within 1 s.
 */
public interface Lockouts {

    /**
     * The rule's name.
     *
     * @return as in configuration
     */
    String rule();

    /**
     * Reserves an attempt. While others' attempts are in the way it waits for them, up to the rule's {@code wait}. If the
     * store does not answer, the rule's {@code onStoreFailure} decides and {@link Decision#degraded()} is true.
     *
     * @param key the caller
     * @return allowed or not; closed by the caller either way. An interrupted thread gets {@code BUSY}
     * @throws IllegalArgumentException if the rule counts different values ({@code distinct}), which a key has none of
     */
    Attempt begin(Key key);

    /**
     * Reserves an attempt of a call, which also tells what {@code distinct} counts and what {@code exempt} remembers.
     *
     * @param call the call
     * @return as {@link #begin(Key)} says
     * @throws IllegalArgumentException if the call has no identity the rule can count by
     */
    Attempt begin(CallContext call);

    /**
     * Reserves an answer to the challenge that is pending for a key; {@link Attempt#succeeded} clears it.
     *
     * @param key the caller
     * @return allowed or not; closed by the caller either way
     */
    Attempt beginChallenge(Key key);

    /**
     * Returns the state of a key.
     *
     * @param key the caller
     * @return open if nothing is known of it
     * @throws IllegalStateException if the store does not answer
     */
    LockState state(Key key);

    /**
     * Locks a key, whatever it has done.
     *
     * @param key the caller
     * @param duration for how long, 1 µs to 100 years
     * @param reason kept with the lock, for {@link #state}; at most 200 characters, shown nowhere else
     * @throws IllegalArgumentException if the duration or reason is out of bounds
     * @throws IllegalStateException if the store does not answer; it may have been locked or not
     */
    void lock(Key key, Duration duration, String reason);

    /**
     * Blocks a key until an operator unlocks it.
     *
     * @param key the caller
     * @param reason as in {@link #lock}
     * @throws IllegalStateException if the store does not answer; it may have been blocked or not
     */
    void block(Key key, String reason);

    /**
     * Ends locks, blocks and challenges of a key and forgets its failures and how often it was locked. If Redis does not
     * answer, this node lets the key in at once and tells Redis when it answers again; until then other nodes may deny it.
     *
     * @param key the caller
     * @throws IllegalStateException if Redis cannot use the key's counter, or this node remembers 10,000 unlocked keys
     *     already; this node lets the key in
     */
    void unlock(Key key);

    /**
     * The same, for a key known from {@link #list} only.
     *
     * @param identity as listed
     * @throws IllegalArgumentException if it is not an identity
     * @throws IllegalStateException as {@link #unlock}
     */
    void unlockIdentity(String identity);

    /**
     * Makes a token for a link to the owner of a locked key. Handed in at the page of {@code unlock.path}, it lets in the network of
     * whoever hands it in, as if the key had lately succeeded there: as many attempts as the rule's first step has failures. The key
     * stays locked for everybody else. It can be handed in once, on any node that has the same {@code keySecret} or, without, the same
     * Redis, and opens no later lock. A lock that is lengthened is the same. The network is let in under the name as the key
     * writes it and in its canonical form.
     *
     * @param key whose, such as a {@code LOCKED} event has it
     * @param validFor how long, 1 minute to 7 days, by the clocks of the nodes
     * @return of at most 500 characters {@code [A-Za-z0-9_-]}, naming nobody to those who read it; another one each time. Empty if
     *     the key is not locked, is blocked, or was locked by hand: no link opens that
     * @throws IllegalArgumentException if the time is out of bounds
     * @throws IllegalStateException if the rule remembers no networks ({@code exempt}), or the store does not answer
     */
    Optional<String> unlockToken(Key key, Duration validFor);

    /**
     * Lists the keys that are not open.
     *
     * @param cursor where to go on, as the last part said; null to begin
     * @param max about how many, 1 to 1,000
     * @return a part; what changes between two parts may be listed or not, or twice
     * @throws IllegalArgumentException if max is out of bounds, or the cursor is none
     * @throws IllegalStateException if the store does not answer
     */
    Page list(@Nullable String cursor, int max);

    /**
     * A key that is not open.
     *
     * @param identity canonical or digested
     * @param label the key's canonical text; empty where identities are secret or too long to be kept
     * @param state how it stands
     */
    record LockedKey(String identity, String label, LockState state) {

        /**
         * Returns the locked key.
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
     * @param keys those of a rule that are not open, in no order; perhaps none although there are more
     * @param next where the next part begins; empty at the end
     */
    record Page(List<LockedKey> keys, Optional<String> next) {}
}
