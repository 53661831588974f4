package io.github.ostiary.identity;

import io.github.ostiary.text.Log;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/** A lookout for a proxy that was forgotten in the configuration: behind it all callers look like one. Thread-safe. */
final class ForgottenProxy {

    /**
     * The number of calls that are all looked at; of later ones it is one in so many: a proxy forwards most of them.
     */
    private static final int LOOKED_AT = 1 << 10;

    private static final System.Logger LOG = Log.of(ForgottenProxy.class);

    private final AtomicBoolean watches;

    /** The first, counted without care: a lost step only adds a look. Nothing is written any more when they are through. */
    private int calls;

    ForgottenProxy(boolean watches) {
        this.watches = new AtomicBoolean(watches);
    }

    /** Whether to look at a call. */
    boolean looks() {
        if (!watches.get()) {
            return false;
        }
        if (calls < LOOKED_AT) {
            calls++;
            return true;
        }
        return ThreadLocalRandom.current().nextInt(LOOKED_AT) == 0;
    }

    /** Warns, once. */
    void found() {
        if (watches.compareAndSet(true, false)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "A private address sends forwarding headers, but trustedProxies is empty: all callers behind that"
                            + " proxy are counted as one. Set trustedProxies to its network, such as private");
        }
    }
}
