package io.github.ostiary.store;

import io.github.ostiary.Quota;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * So many permits asked of one counter of one caller. Immutable.
 *
 * @param limit the counter's rules
 * @param counterId the counter, made once however often it is looked up
 * @param permits how many, at least 1
 * @param waitMicros how far ahead its slot may lie, µs; 0 for none but an immediate one. No more than the {@linkplain
 *     Limit#longestWaitMicros() longest} the limit's slots are handed out for; what is beyond is cut
 * @param ahead what the node says of permits it has taken ahead; null for nothing
 * @param takenMicros of one that is given back: when it was granted, by the clock of what granted it, µs; 0 if that is not known
 */
public record Charge(
        Limit limit, CounterId counterId, long permits, long waitMicros, @Nullable Ahead ahead, long takenMicros)
        implements Claim {

    /** What comes back by itself so soon need not be given back; by then a word has arrived. */
    private static final long SOON_MICROS = 1_000_000;

    /**
     * Checks the permits and the wait.
     *
     * @throws IllegalArgumentException if fewer than one permit is asked for, or the wait is below zero
     */
    public Charge {
        if (permits < 1) {
            throw new IllegalArgumentException("permits must be at least 1, not " + permits);
        }
        if (waitMicros != 0) {
            waitMicros = cut(waitMicros, limit);
        }
    }

    /**
     * Permits asked for at once.
     *
     * @param limit the counter's rules
     * @param identity who is charged
     * @param permits how many, at least 1
     * @throws IllegalArgumentException if fewer than one permit is asked for
     */
    public Charge(Limit limit, String identity, long permits) {
        this(limit, identity, permits, 0);
    }

    /**
     * Permits asked for by a caller who may wait.
     *
     * @param limit the counter's rules
     * @param identity who is charged: at most 64 characters of {@code [A-Za-z0-9._-]}, canonical or digested
     * @param permits how many, at least 1
     * @param waitMicros how far ahead its slot may lie, µs
     * @throws IllegalArgumentException if fewer than one permit is asked for, or the wait is below zero
     */
    public Charge(Limit limit, String identity, long permits, long waitMicros) {
        this(limit, new CounterId(limit, identity), permits, waitMicros, null, 0);
    }

    /**
     * The same, asked for by a node that has taken permits ahead.
     *
     * @param said of them
     * @return this charge with that
     */
    public Charge with(Ahead said) {
        return new Charge(limit, counterId, permits, waitMicros, said, 0);
    }

    /**
     * The same to be given back.
     *
     * @param said when it was granted
     * @return what {@link Operation#GIVE_BACK} is asked for
     */
    public Charge granted(Verdict said) {
        return new Charge(limit, counterId, permits, 0, null, said.consequence().takenMicros());
    }

    /**
     * Whether what was granted still counts, so that it can be given back: no other caller has had it meanwhile.
     *
     * @param said when it was granted
     * @param agoMicros how long ago that was at most, µs
     * @return false also for what comes back by itself within a second
     */
    public boolean stillCounts(Verdict said, long agoMicros) {
        if (agoMicros == 0 || agoMicros < said.retryMicros()) {
            return true; // its slot has not come yet
        }
        return agoMicros + SOON_MICROS < countedMicros(said);
    }

    /** How long it counts: of a bucket, until what was used before it has come back, since what comes back then may be this. */
    private long countedMicros(Verdict said) {
        long window = limit.rate().windowMicros();
        if (!limit.algorithm().isBucket()) {
            return Math.min(said.resetMicros(), window);
        }
        double windows = (double) permits / limit.rate().permits();
        return said.resetMicros()
                - (long) Math.ceil(window * (limit.tuning().byInterval() ? Math.ceil(windows) : windows));
    }

    private static long cut(long waitMicros, Limit limit) {
        if (waitMicros < 0) {
            throw new IllegalArgumentException("a wait must be at least 0, not " + waitMicros);
        }
        return Math.min(waitMicros, limit.longestWaitMicros());
    }

    @Override
    public long mostAhead() {
        return waitMicros == 0 ? limit.tuning().ahead() : 0;
    }

    /** The same, without {@code countDenied}. */
    @Override
    public Charge repeated() {
        return limit.countDenied() ? new Charge(limit.withoutDenied(), counterId, permits, waitMicros, ahead, 0) : this;
    }

    @Override
    public Limit terms() {
        return limit;
    }

    @Override
    public String rule() {
        return limit.rule();
    }

    @Override
    public char letter() {
        return limit.algorithm().letter();
    }

    @Override
    public String counter() {
        return limit.counter();
    }

    @Override
    public String identity() {
        return counterId.identity();
    }

    @Override
    public boolean countsDenied() {
        return limit.countDenied();
    }

    @Override
    public boolean noticesDenials() {
        return limit.countDenied() || limit.fillsFromFirstUse();
    }

    @Override
    public Charge dividedBy(int nodes) {
        return new Charge(limit.dividedBy(nodes), counterId, permits, waitMicros, null, 0);
    }

    @Override
    public Verdict toldOfShare(Verdict said) {
        if (said.retryMicros() != Verdict.NEVER || permits > limit.capacity()) {
            return said;
        }
        return new Verdict(
                false,
                said.remaining(),
                limit.rate().windowMicros(),
                said.resetMicros(),
                said.admissible(),
                said.changeMicros());
    }

    /** Permits are used up. */
    @Override
    public boolean isHeld() {
        return false;
    }

    @Override
    public boolean needsSettling() {
        return false;
    }

    @Override
    public boolean handsOutSlots() {
        return limit.longestWaitMicros() > 0;
    }

    @Override
    public Quota quota(Verdict said) {
        long capacity = limit.capacity();
        long remaining = Math.min(said.remaining(), capacity);
        long micros = said.resetMicros();
        Duration reset = Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
        LimitId id = limit.id();
        return new Quota(id.rule(), id.policy(), limit.rate(), capacity, remaining, reset, id.description());
    }

    @Override
    public boolean shadow() {
        return limit.shadow();
    }

    @Override
    public long idleMicros() {
        return limit.idleMicros() + waitMicros;
    }
}
