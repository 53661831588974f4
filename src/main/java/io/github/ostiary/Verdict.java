package io.github.ostiary;

/**
 * What a store says of one charge. Durations count from the moment of the decision. Immutable.
 *
 * @param passed whether this counter had room; the charge is committed only if all enforced charges passed
 * @param remaining permits left after the decision, never negative
 * @param retryMicros µs until the same charge could pass: 0 if it passed, {@link #NEVER} if it exceeds the limit itself
 * @param resetMicros µs until the full limit is there again
 * @param admissible the largest charge this counter would pass at this moment
 * @param changeMicros µs until {@code admissible} may grow by itself; {@link #NEVER} if it is at its largest
 */
public record Verdict(
        boolean passed, long remaining, long retryMicros, long resetMicros, long admissible, long changeMicros) {

    /** No amount of waiting helps. */
    public static final long NEVER = Long.MAX_VALUE;
}
