package io.github.ostiary.redis;

import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import java.time.Duration;
import java.util.Locale;

/** The log line about how far a server is, and how much room {@code redis.timeout} leaves. */
final class Distance {

    private static final System.Logger LOG = Log.of(Distance.class);

    /**
     * The number of round trips below which a decision that queues, or follows a moved slot, is late in an ordinary
     * moment.
     */
    private static final long FEW = 5;

    /** The number of round trips that a timeout should have room for. */
    private static final long ENOUGH = 10;

    private Distance() {}

    /**
     * Says it, as a warning where there is little room.
     *
     * @param primary the server's name; empty where there is one
     * @param roundTripMicros from a question to its answer, µs
     * @param timeoutMicros what a decision may take, µs
     */
    static void report(String primary, long roundTripMicros, long timeoutMicros) {
        long trip = Math.max(1, roundTripMicros);
        long room = timeoutMicros / trip;
        String server = primary.isEmpty() ? "" : " at " + primary;
        String away = String.format(Locale.ROOT, "%.1f ms", trip / 1_000.0);
        String timeout = Durations.format(Duration.ofNanos(1_000 * timeoutMicros));
        if (room >= FEW) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "Redis{0} is {1} away; redis.timeout={2} leaves room for {3} round trips",
                    server,
                    away,
                    timeout,
                    Long.toString(room));
            return;
        }
        long enough = (ENOUGH * trip + 999) / 1_000;
        LOG.log(
                System.Logger.Level.WARNING,
                "Redis{0} is {1} away; redis.timeout={2} leaves room for only {3} round trips, so this node"
                        + " decides by itself in busy moments. Set redis.timeout={4}ms or more",
                server,
                away,
                timeout,
                Long.toString(room),
                Long.toString(enough));
    }
}
