package io.github.ostiary;

import java.util.Optional;

/** Who is calling, by an application's own rule; used in configuration as {@code resolver:CLASS}. Thread-safe. */
@FunctionalInterface
public interface KeyResolver {

    /**
     * Finds the identity a call is charged to.
     *
     * @param call the call
     * @return the key; empty if this call has no such identity, so that the next alternative is tried
     * @throws MalformedCallException if the call cannot be read
     */
    Optional<Key> resolve(CallContext call);
}
