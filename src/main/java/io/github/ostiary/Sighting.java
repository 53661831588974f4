package io.github.ostiary;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What was seen of a call's end. Immutable, but for the call.
 *
 * @param status the response's; empty outside a request, or if something escaped before an answer began to leave
 * @param location where the response redirects to: path and query within the application
 * @param thrown what escaped
 * @param returned whether the method or the chain returned by itself
 * @param authenticatedBefore whether the caller was authenticated when the call began
 * @param call as it is now
 */
public record Sighting(
        OptionalInt status,
        Optional<String> location,
        Optional<Throwable> thrown,
        boolean returned,
        boolean authenticatedBefore,
        CallContext call) {

    /**
     * Whether the application itself says that it failed to answer.
     *
     * @return true for a status of 500 or more
     */
    public boolean isServerError() {
        return status.isPresent() && status.getAsInt() >= 500;
    }
}
