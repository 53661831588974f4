package io.github.ostiary.store;

import io.github.ostiary.Key;
import io.github.ostiary.Quota;
import io.github.ostiary.Rate;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A charge of so many permits to one counter of one caller, which it names: equal to whatever names that counter.
 * Immutable.
 */
public final class Charge extends CounterId implements Claim {

    /** How long a reservation can be settled, µs: a day. What it took stays taken then. */
    public static final long OPEN_MICROS = 86_400_000_000L;

    /** The time within which what comes back by itself need not be given back; by then a word has arrived. */
    private static final long SOON_MICROS = 1_000_000;

    private final Limit limit;
    private final Amount amount;

    /** The amount that is asked; mostly one permit. Of what is given back, when it was granted, too. */
    private record Amount(
            long permits, long waitMicros, @Nullable Ahead ahead, long takenMicros, @Nullable Reserved reserved) {

        static final Amount ONE = new Amount(1, 0, null, 0, null);
    }

    /** A reservation: its name, and what the call has cost, once that is known; without a name it takes nothing. */
    private record Reserved(String id, OptionalLong cost) {}

    /**
     * Permits asked for at once.
     *
     * @param limit the counter's rules
     * @param identity who is charged: at most 64 characters of {@code [A-Za-z0-9._-]}, canonical or digested
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
     * @param identity who is charged
     * @param permits how many, at least 1
     * @param waitMicros how far ahead its slot may lie, µs
     * @throws IllegalArgumentException if fewer than one permit is asked for, or the wait is below zero
     */
    public Charge(Limit limit, String identity, long permits, long waitMicros) {
        this(limit, (Object) identity, permits, waitMicros);
    }

    /**
     * Permits asked for by a caller as counters know it.
     *
     * @param limit the counter's rules
     * @param caller who is charged, a name or a key
     * @param permits how many, at least 1
     * @param waitMicros how far ahead its slot may lie, µs; 0 for none but an immediate one. No more than the {@linkplain
     *     Limit#longestWaitMicros() longest} the limit's slots are handed out for; what is beyond is cut
     * @throws IllegalArgumentException if fewer than one permit is asked for, or the wait is below zero
     */
    public Charge(Limit limit, Object caller, long permits, long waitMicros) {
        this(limit, caller, amount(limit, permits, waitMicros));
    }

    private Charge(Limit limit, Object caller, Amount amount) {
        super(caller);
        this.limit = limit;
        this.amount = amount;
    }

    private static Amount amount(Limit limit, long permits, long waitMicros) {
        if (permits == 1 && waitMicros == 0) {
            return Amount.ONE;
        }
        if (permits < 1) {
            throw new IllegalArgumentException("permits must be at least 1, not " + permits);
        }
        if (waitMicros < 0) {
            throw new IllegalArgumentException("a wait must be at least 0, not " + waitMicros);
        }
        return new Amount(
                permits, waitMicros == 0 ? 0 : Math.min(waitMicros, limit.longestWaitMicros()), null, 0, null);
    }

    @Override
    public String rule() {
        return limit.id().rule();
    }

    @Override
    public String counter() {
        return limit.id().counter();
    }

    @Override
    public char kind() {
        return limit.kind();
    }

    /**
     * The counter's rules.
     *
     * @return its limit
     */
    public Limit limit() {
        return limit;
    }

    /**
     * Whether its counter compares this very key.
     *
     * @param key of the caller
     * @return false where it has a name in stores only
     */
    public boolean countsBy(Key key) {
        return caller == key;
    }

    /** The key that its counter compares, if it does {@linkplain #countsBy compare} one. */
    public Key key() {
        return (Key) caller;
    }

    /**
     * The same for another number of permits.
     *
     * @param permits at least 1
     * @return a charge of these
     */
    public Charge of(long permits) {
        return new Charge(limit, caller, permits, amount.waitMicros);
    }

    /**
     * The same, asked for by a node that has taken permits ahead.
     *
     * @param said of them
     * @return this charge with that
     */
    public Charge with(Ahead said) {
        return new Charge(limit, caller, new Amount(amount.permits, amount.waitMicros, said, 0, null));
    }

    /**
     * The same to be given back.
     *
     * @param said when it was granted
     * @return what {@link Operation#GIVE_BACK} is asked for
     */
    @Override
    public Charge granted(Verdict said) {
        return new Charge(
                limit,
                caller,
                new Amount(amount.permits, 0, null, said.consequence().takenMicros(), null));
    }

    /**
     * The same before it is known what the call costs: so much is taken, until it is settled.
     *
     * @param id made by the asker, unique: settling names it, and may be repeated, as may asking
     * @return held until it ends
     */
    public Charge reserved(String id) {
        return reserved(new Reserved(id, OptionalLong.empty()));
    }

    /** The same for a call whose answer alone may be charged: decided alike, takes nothing, and is not held. */
    public Charge looking() {
        return reserved("");
    }

    @Override
    public boolean onlyLooks() {
        return amount.reserved != null && amount.reserved.id.isEmpty();
    }

    /**
     * A reservation whose call has cost so much.
     *
     * @param cost 0 or more
     * @return what is settled, however the call ended
     * @throws IllegalStateException if this charge is no reservation
     */
    public Charge costing(long cost) {
        if (amount.reserved == null) {
            throw new IllegalStateException("no reservation: " + this);
        }
        return reserved(new Reserved(amount.reserved.id, OptionalLong.of(cost)));
    }

    private Charge reserved(Reserved reserved) {
        return new Charge(limit, caller, new Amount(amount.permits, 0, null, 0, reserved));
    }

    /**
     * The cost of a reservation's call.
     *
     * @param ending how it ended
     * @return where it was not said, nothing if it did not begin, else as much as was reserved
     */
    public long cost(Operation ending) {
        OptionalLong known = amount.reserved == null ? OptionalLong.empty() : amount.reserved.cost;
        return known.orElse(ending == Operation.ABANDON ? 0 : amount.permits);
    }

    @Override
    public String id() {
        return amount.reserved == null ? "" : amount.reserved.id;
    }

    /** One rule's counter and caller, and another of the same rule: each has a reservation. */
    @Override
    public boolean isMetBy(Claim held) {
        return isHeld() && held.isHeld() && equals(held);
    }

    @Override
    public long openMicros() {
        return isHeld() ? OPEN_MICROS : idleMicros();
    }

    @Override
    public long takenMicros() {
        return amount.takenMicros;
    }

    /**
     * Whether what was granted still counts, so that it can be given back: no other caller has had it meanwhile.
     *
     * @param said when it was granted
     * @param agoMicros how long ago that was at most, µs
     * @return false also for what comes back by itself within a second
     */
    public boolean stillCounts(Verdict said, long agoMicros) {
        boolean isAhead = agoMicros < said.retryMicros();
        return !onlyLooks() && (isAhead || agoMicros == 0 || agoMicros + SOON_MICROS < countedMicros(said));
    }

    /** How long it counts: of a bucket, until what was used before it has come back, since what comes back then may be this. */
    private long countedMicros(Verdict said) {
        long window = limit.rate().windowMicros();
        if (!limit.algorithm().isBucket()) {
            return Math.min(said.resetMicros(), window);
        }
        double windows = (double) amount.permits / limit.rate().permits();
        return said.resetMicros()
                - (long) Math.ceil(window * (limit.tuning().byInterval() ? Math.ceil(windows) : windows));
    }

    /**
     * Whether another asks for as much of the same counter, by the same rules.
     *
     * @param other perhaps of another caller or limit
     * @return true if one of them is enough
     */
    public boolean asksLike(Charge other) {
        return equals(other)
                && amount.permits == other.amount.permits
                && amount.waitMicros == other.amount.waitMicros
                && isHeld() == other.isHeld()
                && limit.equals(other.limit);
    }

    /** It names its counter itself. */
    @Override
    public CounterId counterId() {
        return this;
    }

    @Override
    public long permits() {
        return amount.permits;
    }

    @Override
    public long waitMicros() {
        return amount.waitMicros;
    }

    @Override
    public @Nullable Ahead ahead() {
        return amount.ahead;
    }

    @Override
    public long mostAhead() {
        return amount.waitMicros == 0 && amount.reserved == null
                ? limit.tuning().ahead()
                : 0;
    }

    /** The same, without {@code countDenied}. */
    @Override
    public Charge repeated() {
        return limit.countDenied() ? new Charge(limit.withoutDenied(), caller, amount) : this;
    }

    @Override
    public Limit terms() {
        return limit;
    }

    @Override
    public char letter() {
        return limit.algorithm().letter();
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
        return new Charge(limit.dividedBy(nodes), caller, amount);
    }

    @Override
    public Verdict ofWholeLimit(Verdict said) {
        if (said.retryMicros() != Verdict.NEVER || amount.permits > limit.capacity()) {
            return said;
        }
        return new Verdict(
                false,
                said.remaining(),
                limit.rate().windowMicros(),
                said.resetMicros(),
                said.admissible(),
                said.changeMicros(),
                said.consequence());
    }

    /** Permits are used up, but for those of a reservation. */
    @Override
    public boolean isHeld() {
        return amount.reserved != null && !onlyLooks();
    }

    @Override
    public boolean isReserved() {
        return isHeld();
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
        long window = said.consequence().window();
        Rate rate = window == 0 ? limit.rate() : limit.rate().lasting(window);
        return new Quota(id.rule(), id.policy(), rate, capacity, remaining, reset, id.unit(), id.description());
    }

    @Override
    public boolean shadow() {
        return limit.shadow();
    }

    @Override
    public long idleMicros() {
        return limit.idleMicros() + amount.waitMicros;
    }

    /** The figures only: identities do not belong in logs. */
    @Override
    public String toString() {
        return amount.permits + " of " + limit.policy();
    }
}
