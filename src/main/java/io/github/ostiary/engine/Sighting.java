package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a call that a lockout let through ended, as far as it was seen from outside. Immutable.
 *
 * @param status of the answer; empty for a bean call, or if nothing was answered
 * @param location where the answer redirects to, path and query within the application: see {@link Redirects}
 * @param thrown what escaped
 * @param returned whether the call came back by itself, without anything escaping and without an abort
 * @param authenticatedBefore whether the caller was known when the attempt began
 * @param after the call, as it is now
 */
public record Sighting(
        OptionalInt status,
        Optional<String> location,
        Optional<Throwable> thrown,
        boolean returned,
        boolean authenticatedBefore,
        CallContext after) {

    /** Whether the application itself says that it failed to answer. */
    boolean isServerError() {
        return status.isPresent() && status.getAsInt() >= 500;
    }
}
