package io.github.ostiary;

import java.util.Optional;

/** An application's own rule for who is calling; used in configuration as {@code resolver:CLASS}. Thread-safe. */
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
