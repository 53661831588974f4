package io.github.ostiary;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The ways in which a limit can count. The list may grow. */
public enum Algorithm {

    /** Exact: at most {@code limit} permits in <em>any</em> window; one log entry per admitted action. */
    SLIDING_LOG('L'),

    /** At most {@code limit} permits in a window that opens at the first one; up to twice that across its end. */
    FIXED_WINDOW('F'),

    /** Counters per {@code precision}; at most {@code limit} permits in any window shorter by one precision. */
    SLIDING_WINDOW('W'),

    /** A bucket of {@code burst} tokens, refilled smoothly or by whole intervals. */
    TOKEN_BUCKET('T'),

    /** GCRA: a bucket of {@code burst} permits that leaks at the rate. */
    LEAKY_BUCKET('G');

    private final char letter;

    Algorithm(char letter) {
        this.letter = letter;
    }

    /**
     * What tells this algorithm's stored state from another's, so that a changed algorithm never meets foreign state.
     *
     * @return one letter
     */
    public char letter() {
        return letter;
    }

    /**
     * The name used in configuration.
     *
     * @return such as {@code sliding-log}
     */
    public String configName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Finds an algorithm by its name in configuration.
     *
     * @param name such as {@code sliding-log}
     * @return the algorithm, or empty
     */
    public static Optional<Algorithm> byConfigName(String name) {
        for (Algorithm algorithm : values()) {
            if (algorithm.configName().equals(name)) {
                return Optional.of(algorithm);
            }
        }
        return Optional.empty();
    }

    /**
     * All names used in configuration.
     *
     * @return comma-separated
     */
    public static String configNames() {
        return Arrays.stream(values()).map(Algorithm::configName).collect(Collectors.joining(", "));
    }
}
