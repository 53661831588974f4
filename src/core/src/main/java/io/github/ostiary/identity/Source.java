package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.text.IpAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One part of a key, ready to be asked. Thread-safe. */
interface Source {

    /** The kind of thing it is made of. */
    SourceKind kind();

    /**
     * Its part of the identity; null if this call has none.
     *
     * @throws io.github.ostiary.MalformedCallException if the caller has written something there that is no name, or more
     *     than one
     */
    @Nullable
    Key find(CallContext call);

    /** Whether there is anything, be it clear or not. */
    default boolean isThere(CallContext call) {
        return find(call) != null;
    }

    /** Its part of the identity of a caller of which only this is known; empty if that is not enough. */
    default Optional<Key> known(Optional<String> name, Optional<IpAddress> address) {
        return Optional.empty();
    }

    /** Whether it could have made such a part. */
    default boolean couldMake(Key.Part part) {
        return part.kind().equals(kind().word());
    }

    /** Whether the caller may have written something there that cannot be read: in a body, for a parameter. */
    default boolean isHidden(CallContext call) {
        return false;
    }
}
