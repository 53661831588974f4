package io.github.ostiary.benchmarks.simulation;

import io.github.ostiary.benchmarks.ResultTable;
import java.io.IOException;

/**
 * What one thing costs: all constants of the simulation. Measured by {@code RedisCost} and {@code SimulationCheck} on the
 * machine the results come from; round trips are those of a data centre, or of this machine for the check.
 *
 * @param callMicros CPU time of Redis for a call without its decisions: being woken, reading and writing. Of an idle server: one
 *     that is asked often wakes less, one that shares its cores with those who ask it takes longer
 * @param decisionMicros for each decision in it
 * @param keyBytes of a counter's key in Redis, without its entries
 * @param entryBytes of each admitted action in a log
 * @param roundTripMicros from a node's sending a call to its hearing the answer
 * @param lanes calls of a node to one Redis that may be under way at once
 * @param mostTogether decisions that may travel in one call
 */
record Prices(
        double callMicros,
        double decisionMicros,
        double keyBytes,
        double entryBytes,
        double roundTripMicros,
        int lanes,
        int mostTogether) {

    /** {@code RedisStore.LANES} and {@code Combiner.MAX_BATCH}. */
    private static final int LANES = 2;

    /** How many windows a log is kept after an admission that finds it too short-lived; a new one is kept for one. */
    static final double KEPT_WINDOWS = 1.5;

    /** Keys per live one: Redis collects those that have ended little by little, and leaves about a fifth lying. */
    static final double LYING = 1.25;

    private static final int MOST_TOGETHER = 64;

    /** From node to Redis and back within a data centre. */
    private static final double NETWORK_MICROS = 300;

    private static final double BATCH = 16;

    /** By what {@code RedisCost} has left among the results. */
    static Prices measured() throws IOException {
        ResultTable cost = ResultTable.read("redis-cost");
        double single = cost.figure("sliding-log", "single");
        double together = cost.figure("sliding-log", "16 in a call");
        double ofScript = (single - together) * BATCH / (BATCH - 1);
        double waking = cost.figure("sliding-log", "one at a time") - single;
        ResultTable memory = ResultTable.read("redis-memory");
        return new Prices(
                ofScript + waking,
                single - ofScript,
                memory.figure("a short sliding log", "per key"),
                memory.figure("a short sliding log", "per entry"),
                NETWORK_MICROS,
                LANES,
                MOST_TOGETHER);
    }

    /** The same on another network. */
    Prices over(double roundTrip) {
        return new Prices(callMicros, decisionMicros, keyBytes, entryBytes, roundTrip, lanes, mostTogether);
    }
}
