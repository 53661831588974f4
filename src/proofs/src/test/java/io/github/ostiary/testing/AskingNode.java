package io.github.ostiary.testing;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.setup.GuardBuilder;

/** A program: asks a guard without end, and prints {@code Redis} or {@code stand-in} whenever another one decides. */
public final class AskingNode {

    private AskingNode() {}

    /**
     * Runs until its input ends.
     *
     * @param arguments the URI of Redis
     */
    public static void main(String[] arguments) throws Exception {
        try (Guard guard = GuardBuilder.create()
                .redis(arguments[0])
                .property("redis.timeout", "500ms")
                .limit("api", "1000000/1h")
                .property("limit.api.lease", "off")
                .build()) {
            String last = "";
            while (System.in.available() == 0) {
                boolean degraded =
                        guard.limiter("api").tryAcquire(Key.of("bob")).degraded();
                String now = degraded ? "stand-in" : "Redis";
                if (!now.equals(last)) {
                    System.out.println(now);
                    last = now;
                }
            }
        }
    }
}
