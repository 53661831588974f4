package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import java.util.Map;
import java.util.Optional;

/**
 * The guard's word to whatever asks for the health of an application. It is never down: an application without its shared store
 * goes on by failure policies, and taking it out of service would not help. Whether it does is said in the data.
 *
 * @hidden
 */
public final class GuardHealth {

    /** The name of the check. */
    public static final String NAME = "ostiary";

    private GuardHealth() {}

    /**
     * The data.
     *
     * @param guard empty if it has not begun
     * @return by names
     */
    public static Map<String, Object> of(Optional<Guard> guard) {
        return guard.map(GuardHealth::of).orElseGet(() -> Map.of("guard", "not started"));
    }

    private static Map<String, Object> of(Guard guard) {
        if (!(guard instanceof ConfiguredGuard own)) {
            return Map.of("guard", "of another make");
        }
        return Map.of(
                "store", own.isShared() ? "shared" : "local", "degraded", own.unreachable() > 0, "unreachable", (long)
                        own.unreachable());
    }
}
