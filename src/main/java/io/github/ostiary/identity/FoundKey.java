package io.github.ostiary.identity;

import io.github.ostiary.Key;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The key, or the part of one, that is found where a call may have it; or why there is none. Immutable.
 *
 * @param key null if there is none
 * @param unclear whether there is none because the caller has written what is no name, or more than one
 */
record FoundKey(@Nullable Key key, boolean unclear) {

    /** The call has nothing there. */
    static final FoundKey ABSENT = new FoundKey(null, false);

    /** The caller has written something there that is no name, or more than one. */
    static final FoundKey UNCLEAR = new FoundKey(null, true);

    static FoundKey of(Key key) {
        return new FoundKey(key, false);
    }

    static FoundKey of(Optional<Key> key) {
        return key.isPresent() ? of(key.get()) : ABSENT;
    }

    /** Whether the caller has written anything. */
    boolean isThere() {
        return key != null || unclear;
    }

    boolean found() {
        return key != null;
    }
}
