package io.github.ostiary;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The ways in which a limit can count, each with what the configuration, the limiter of a node and the store need to know
 * of it. The list may grow.
 */
public enum Algorithm {

    /**
     * Exact: at most {@code limit} permits in <em>any</em> window; one log entry per admitted action. Entries in the store
     * carry their weights modulo its most permits.
     */
    SLIDING_LOG('L', 1_000_000, Release.AS_USED),

    /**
     * Admits at most {@code limit} permits in a window that opens at the first one; up to twice that across its end.
     */
    FIXED_WINDOW('F', Rate.MAX_PERMITS, Release.TOGETHER),

    /** Counters per {@code precision}; at most {@code limit} permits in any window shorter by one precision. */
    SLIDING_WINDOW('W', Rate.MAX_PERMITS, Release.AS_USED, Parameter.PRECISION),

    /** A bucket of {@code burst} tokens, refilled smoothly or by whole intervals. */
    TOKEN_BUCKET('T', Rate.MAX_PERMITS, Release.EVENLY, Parameter.BURST, Parameter.INITIAL, Parameter.REFILL),

    /** GCRA: a bucket of {@code burst} permits that leaks at the rate. */
    LEAKY_BUCKET('G', Rate.MAX_PERMITS, Release.EVENLY, Parameter.BURST),

    /**
     * Admits at most {@code limit} permits in each window of the calendar, or of the clock: those of a {@linkplain
     * CalendarWindow month} begin when it does, those of so much time at its multiples since the Unix epoch. All rates
     * of the calendar are counted so.
     */
    CALENDAR('D', Rate.MAX_PERMITS, Release.TOGETHER);

    /** The ways in which used permits come back. */
    public enum Release {
        /** Each comes back one window after its use. */
        AS_USED,
        /** All come back at the end of the window. */
        TOGETHER,
        /** They come back one by one at the rate, whenever they were used, as in a bucket; callers can take them before they are due. */
        EVENLY
    }

    /** The parameters that an algorithm can have beside a rate. */
    public enum Parameter {
        /** {@code burst}: the most permits at once. */
        BURST("burst"),
        /** {@code initial}: the tokens of a bucket never used. */
        INITIAL("initial fill"),
        /** {@code refill}: smoothly, or by whole intervals. */
        REFILL("refill"),
        /** {@code precision}: the width of its counters. */
        PRECISION("precision");

        private final String label;

        Parameter(String label) {
            this.label = label;
        }

        /**
         * The name used in configuration.
         *
         * @return such as {@code burst}
         */
        public String configName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The name used in sentences.
         *
         * @return such as {@code initial fill}
         */
        public String label() {
            return label;
        }
    }

    private final char letter;
    private final long maxPermits;
    private final Release release;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable set of constants
    private final Set<Parameter> parameters;

    Algorithm(char letter, long maxPermits, Release release, Parameter... parameters) {
        this.letter = letter;
        this.maxPermits = maxPermits;
        this.release = release;
        this.parameters = Set.of(parameters);
    }

    /**
     * Returns the algorithm that counts a rate of a rule with this one.
     *
     * @param rate of the rule
     * @return {@link #CALENDAR} for windows of the calendar; else this
     */
    public Algorithm of(Rate rate) {
        return rate.calendar().isPresent() ? CALENDAR : this;
    }

    /**
     * The letter that tells this algorithm's stored state from another's, so a changed algorithm never reads foreign state.
     *
     * @return one letter
     */
    public char letter() {
        return letter;
    }

    /**
     * The most permits a rate may have.
     *
     * @return at least 1,000,000
     */
    public long maxPermits() {
        return maxPermits;
    }

    /**
     * Returns how used permits come back.
     *
     * @return never null
     */
    public Release release() {
        return release;
    }

    /**
     * Whether it is a bucket: its permits come back one by one at the rate, so that a call can wait for the next.
     *
     * @return true if so
     */
    public boolean isBucket() {
        return release == Release.EVENLY;
    }

    /**
     * Whether it can be given this.
     *
     * @param parameter beside the rate
     * @return false if configuration must not state it
     */
    public boolean has(Parameter parameter) {
        return parameters.contains(parameter);
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
