package io.github.ostiary.store;

import io.github.ostiary.Algorithm;
import io.github.ostiary.CalendarWindow;
import io.github.ostiary.Rate;

/** One counter's rules: the static half of a {@link Charge}. A rule with two rates has two limits. Immutable. */
public final class Limit {

    private static final double MAX_WAIT_MICROS = 86_400e6;
    private static final double MAX_AWAITED = 1e9;
    private static final int GRACE = 4;

    private final LimitId id;
    private final Algorithm algorithm;
    private final Rate rate;
    private final Tuning tuning;
    private final long minIntervalMicros;
    private final boolean countDenied;
    private final boolean shadow;

    /** Worked out once, since each decision needs them. */
    private final SmoothRate smooth;

    private final long idleMicros;

    /**
     * A limit of which all is said.
     *
     * @param id its name and that of its rule
     * @param algorithm how it counts
     * @param rate how many in how much time
     * @param tuning the parameters of the algorithm
     * @param minIntervalMicros between two admitted (with {@code countDenied}: attempted) actions, in µs; 0 for none
     * @param countDenied whether denied attempts count too
     * @param shadow whether this limit only reports and never denies
     * @throws IllegalArgumentException if a sliding log is asked for more than 1,000,000 permits, or the tuning is of
     *     another algorithm
     */
    public Limit(
            LimitId id,
            Algorithm algorithm,
            Rate rate,
            Tuning tuning,
            long minIntervalMicros,
            boolean countDenied,
            boolean shadow) {
        if (rate.permits() > algorithm.maxPermits()) {
            throw new IllegalArgumentException(
                    "a " + algorithm.configName() + " holds at most " + algorithm.maxPermits() + " permits, not "
                            + rate.permits() + "; use algorithm=sliding-window, lower the rate or shorten its window");
        }
        if (algorithm != algorithm.of(rate)) {
            throw new IllegalArgumentException("windows of the calendar are counted by algorithm=calendar, " + rate
                    + " cannot be counted by algorithm=" + algorithm.configName());
        }
        tuning.check(algorithm, rate);
        this.id = id;
        this.algorithm = algorithm;
        this.rate = rate;
        this.tuning = tuning;
        this.minIntervalMicros = minIntervalMicros;
        this.countDenied = countDenied;
        this.shadow = shadow;
        this.smooth = new SmoothRate(rate, tuning.burst(), mostAwaited());
        this.idleMicros = idle();
    }

    /**
     * A limit with the algorithm's defaults.
     *
     * @param id what it is called
     * @param algorithm how it counts
     * @param rate how many in how much time
     * @param minIntervalMicros between two actions, in µs
     * @param countDenied whether denied attempts count too
     * @param shadow whether it only reports
     * @throws IllegalArgumentException if a sliding log is asked for more than 1,000,000 permits
     */
    public Limit(
            LimitId id, Algorithm algorithm, Rate rate, long minIntervalMicros, boolean countDenied, boolean shadow) {
        this(id, algorithm, rate, Tuning.of(algorithm, rate), minIntervalMicros, countDenied, shadow);
    }

    /**
     * Its name and that of its rule.
     *
     * @return never null
     */
    public LimitId id() {
        return id;
    }

    /**
     * How it counts.
     *
     * @return never null
     */
    public Algorithm algorithm() {
        return algorithm;
    }

    /**
     * How many in how much time.
     *
     * @return never null
     */
    public Rate rate() {
        return rate;
    }

    /**
     * Its rate where permits come back one by one.
     *
     * @return of buckets; of no meaning for all else
     */
    public SmoothRate smooth() {
        return smooth;
    }

    /**
     * The parameters of the algorithm.
     *
     * @return never null
     */
    public Tuning tuning() {
        return tuning;
    }

    /**
     * The time between two admitted (with {@code countDenied}: attempted) actions.
     *
     * @return µs; 0 for none
     */
    public long minIntervalMicros() {
        return minIntervalMicros;
    }

    /**
     * Whether denied attempts count too.
     *
     * @return false by default
     */
    public boolean countDenied() {
        return countDenied;
    }

    /**
     * Whether this limit only reports and never denies.
     *
     * @return true for {@code enforce=false}
     */
    public boolean shadow() {
        return shadow;
    }

    /**
     * The rule it is of.
     *
     * @return its name
     */
    public String rule() {
        return id.rule();
    }

    /**
     * The name callers see.
     *
     * @return the rule's, with a suffix where it has several limits
     */
    public String policy() {
        return id.policy();
    }

    /**
     * The rule's counter this is.
     *
     * @return unique within the rule
     */
    public String counter() {
        return id.counter();
    }

    /**
     * The most permits at once: the burst of a bucket; of all others the burst is the rate's permits.
     *
     * @return 1 to 1,000,000,000
     */
    public long capacity() {
        return tuning.burst();
    }

    /** The kind of its counters in this JVM: those of a rule's algorithm, and those of the calendar. */
    char kind() {
        return algorithm == Algorithm.CALENDAR ? CounterId.CALENDAR : CounterId.RATE;
    }

    /**
     * The window that a moment is in, of what is counted by the calendar, or by the clock.
     *
     * @param micros since the Unix epoch
     * @return it
     */
    public CalendarWindow.Period windowAt(long micros) {
        CalendarWindow calendar = rate.calendar().orElse(null);
        if (calendar != null) {
            return calendar.at(micros);
        }
        long start = Math.floorDiv(micros, rate.windowMicros()) * rate.windowMicros();
        return new CalendarWindow.Period(start, start + rate.windowMicros());
    }

    /**
     * Whether a counter that was denied on its first use differs from a fresh one: its bucket began to fill.
     *
     * @return true for a token-bucket that does not start full
     */
    public boolean fillsFromFirstUse() {
        return tuning.initial() < tuning.burst();
    }

    /**
     * How far ahead a slot may lie. Only what refills smoothly knows when; an interval counts between decisions, not
     * between slots.
     *
     * @return a day, or the time of 1,000,000,000 permits if that is less, µs; 0 for windows, for a bucket refilled by
     *     interval and with a minimum interval
     */
    public long longestWaitMicros() {
        boolean smooth = algorithm.isBucket() && !tuning.byInterval() && minIntervalMicros == 0;
        return smooth ? (long) Math.min(MAX_WAIT_MICROS, MAX_AWAITED * rate.windowMicros() / rate.permits()) : 0;
    }

    /**
     * How far slots handed out ahead may bring a bucket below zero.
     *
     * @return no fewer permits than {@link #longestWaitMicros} brings
     */
    private long mostAwaited() {
        return 1 + (long) Math.min(MAX_AWAITED, MAX_WAIT_MICROS * rate.permits() / rate.windowMicros());
    }

    /**
     * The same limit, and the same counters, where denied attempts do not count.
     *
     * @return this limit without {@code countDenied}
     */
    public Limit withoutDenied() {
        return new Limit(id, algorithm, rate, tuning, minIntervalMicros, false, shadow);
    }

    /**
     * The same counter without a bound, so that what is used shows, however much.
     *
     * @return with the most permits that the algorithm counts; this very limit for a bucket, of which more would have come back
     */
    public Limit widest() {
        if (algorithm.isBucket()) {
            return this;
        }
        long most = algorithm.maxPermits();
        Rate wide = new Rate(most, rate.windowMicros(), rate.calendar());
        return new Limit(id, algorithm, wide, tuning.withBurst(most).withAhead(0), 0, false, shadow);
    }

    /**
     * The same limit for one of several nodes.
     *
     * @param nodes at least 1
     * @return this limit with its rate divided and rounded up; intervals are not divided
     */
    public Limit dividedBy(int nodes) {
        if (nodes == 1) {
            return this;
        }
        Rate share = rate.dividedBy(nodes);
        return new Limit(id, algorithm, share, tuning.share(rate, share), minIntervalMicros, countDenied, shadow);
    }

    /**
     * How long after its last use a counter equals a fresh one.
     *
     * @return microseconds; for buckets enough to pay back a debt of a whole burst; for windows of the calendar enough for a day of 25
     *     hours, and for reports
     */
    public long idleMicros() {
        return idleMicros;
    }

    private long idle() {
        long lifetime = rate.windowMicros();
        if (algorithm == Algorithm.CALENDAR) {
            lifetime += lifetime / GRACE;
        }
        if (algorithm.isBucket()) {
            lifetime += (long) (2.0 * tuning.burst() * rate.windowMicros() / rate.permits());
        }
        return Math.max(lifetime, minIntervalMicros);
    }

    /** Two limits of the same rules and name are one. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Limit limit
                && id.equals(limit.id)
                && algorithm == limit.algorithm
                && rate.equals(limit.rate)
                && tuning.equals(limit.tuning)
                && minIntervalMicros == limit.minIntervalMicros
                && countDenied == limit.countDenied
                && shadow == limit.shadow;
    }

    @Override
    public int hashCode() {
        return 31 * id.hashCode() + rate.hashCode();
    }

    /** Its name and rate, for messages of tests. */
    @Override
    public String toString() {
        return id.policy() + " " + rate + " " + algorithm.configName() + " " + tuning;
    }
}
