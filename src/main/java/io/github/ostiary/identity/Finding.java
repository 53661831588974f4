package io.github.ostiary.identity;

import io.github.ostiary.Key;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is found in a call where a part of a key, or a key, may be. Immutable.
 *
 * @param key null if there is none
 * @param unclear whether there is none because the caller has written what is no name, or more than one
 */
record Finding(@Nullable Key key, boolean unclear) {

    /** The call has nothing there. */
    static final Finding ABSENT = new Finding(null, false);

    /** The caller has written something there that is no name, or more than one. */
    static final Finding UNCLEAR = new Finding(null, true);

    static Finding of(Key key) {
        return new Finding(key, false);
    }

    static Finding of(Optional<Key> key) {
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
