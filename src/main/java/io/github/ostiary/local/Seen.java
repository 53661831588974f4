package io.github.ostiary.local;

import io.github.ostiary.Limit;

/**
 * The store's last answer about a counter that had no room for what was asked. Times are local, µs. Immutable.
 *
 * @param limit the rules that were in force
 * @param sentMicros before the call was sent
 * @param admissible the largest charge the store would have passed
 * @param changeMicros when that may grow by itself
 * @param remaining permits left
 * @param permits what was asked
 * @param retryMicros when that could pass; {@code Long.MAX_VALUE} for never
 * @param resetMicros when the full limit is there again
 */
record Seen(
        Limit limit,
        long sentMicros,
        long admissible,
        long changeMicros,
        long remaining,
        long permits,
        long retryMicros,
        long resetMicros) {}
