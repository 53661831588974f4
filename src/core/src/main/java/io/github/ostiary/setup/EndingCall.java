package io.github.ostiary.setup;

import io.github.ostiary.CallContext;

/**
 * A request that threads may still know when it is over: not all servers say on the same thread that it begins and that it
 * ends.
 *
 * @hidden
 */
public interface EndingCall extends CallContext {

    /**
     * Whether it is over.
     *
     * @return true if its threads work on other requests by now
     */
    boolean hasEnded();
}
