package io.github.ostiary.benchmarks.simulation;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;

/**
 * A fleet and what it is asked.
 *
 * @param nodes among which requests are spread evenly, whoever sends them
 * @param audience who sends them
 * @param permits of each caller in any window
 * @param windowSeconds the window
 * @param phases what happens when
 */
record Scale(int nodes, Audience audience, int permits, int windowSeconds, Phases phases) {

    private static final long TRACKED_KEYS = 100_000;
    private static final long SECOND_MICROS = 1_000_000;

    /**
     * Who asks.
     *
     * @param oneIn of so many callers one is simulated, every tenth by how often they come if it is 10, and stands for
     *     all of them; whoever floods is simulated himself
     * @param callers the n-th of whom comes as often as 1 / n^skew
     * @param skew 0 for callers who are all alike
     * @param perSecond requests of all of them together
     * @param floodPerSecond requests of one more caller
     */
    record Audience(int oneIn, int callers, double skew, int perSecond, int floodPerSecond) {}

    /**
     * What happens when, in seconds.
     *
     * @param warm before anything is counted; a window, if the counters are to be as many as they will be
     * @param counted during which calls are counted
     * @param outage at the end, without Redis
     */
    record Phases(int warm, int counted, int outage) {}

    /** Callers who are simulated, without the one who floods, whose number is the next. */
    int simulated() {
        return audience.callers() / audience.oneIn();
    }

    /** {@code maxTrackedKeys} of a node, unless stated otherwise; of the callers who are simulated. */
    long trackedKeys() {
        return TRACKED_KEYS / audience.oneIn();
    }

    /** How many requests a caller's stand for. */
    int weight(int caller) {
        return caller == simulated() ? 1 : audience.oneIn();
    }

    long countedFromMicros() {
        return phases.warm() * SECOND_MICROS;
    }

    long outageFromMicros() {
        return (phases.warm() + phases.counted()) * SECOND_MICROS;
    }

    long endMicros() {
        return (phases.warm() + phases.counted() + phases.outage()) * SECOND_MICROS;
    }

    long windowMicros() {
        return windowSeconds * SECOND_MICROS;
    }

    /** The one limit everybody has. */
    Limit limit() {
        return new Limit(
                new LimitId("page", "page", "0"),
                Algorithm.SLIDING_LOG,
                new Rate(permits, windowMicros()),
                0,
                false,
                false);
    }
}
