package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Reservation;
import io.github.ostiary.engine.DecisionListener.Door;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.LaterCost;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.ReplaceableLimits;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A limit rule, asked from Java. */
final class RuleRateLimiter implements RateLimiter {

    /** The most permits that one call can ask for. */
    private static final long MAX_PERMITS = 1_000_000;

    private static final Duration LONGEST_WAIT = Duration.ofDays(1);
    private static final String RESET_UNSURE =
            " was reset on this node. Redis did not answer and may not have reset it: repeat it when Redis"
                    + " answers";
    private static final String CREDIT_UNSURE =
            " was not credited on this node. Redis did not answer and may have credited it: check with peek"
                    + " when Redis answers";

    /** The limiter in force, and its limits: each decision reads them once. */
    private volatile LimitRule rule;

    private volatile ReplaceableLimits limits;
    private volatile LoneDenials denials;
    private final Tiers tiers;
    private final AdmissionControl control;
    private final Function<Key, Object> names;
    private final Supplier<Claims> fresh;
    private final SlotQueues turns;

    RuleRateLimiter(
            LimitRule rule,
            Tiers tiers,
            AdmissionControl control,
            Function<Key, Object> names,
            Supplier<Claims> fresh) {
        this.rule = rule;
        this.limits = rule.limits();
        this.denials = new LoneDenials(rule);
        this.tiers = tiers;
        this.control = control;
        this.turns = new SlotQueues(control.waiting);
        this.names = names;
        this.fresh = fresh;
    }

    /** Decides by another rule of the same name from now on. */
    void follow(LimitRule next) {
        rule = next;
        limits = next.limits();
        denials = new LoneDenials(next);
        turns.wake();
    }

    @Override
    public String rule() {
        return rule.name();
    }

    @Override
    public Decision tryAcquire(Key key) {
        return tryAcquire(key, 1);
    }

    @Override
    public Decision tryAcquire(Key key, long permits) {
        @Nullable Limit alone = limits.alone();
        if (alone != null) {
            Key counted = key.has(Key.IP) ? rule.adopt(key) : key;
            return tryAcquire(new Charge(alone, names.apply(counted), checked(permits), 0), key);
        }
        List<Ask> asks = asks(key, permits, 0);
        return asks.isEmpty() ? told(asks, TierAnswer.NONE) : asked(asks, tiers.ask(Operation.DECIDE, asks));
    }

    /** Most rules have one limit: no lists. */
    private Decision tryAcquire(Charge charge, Key key) {
        @Nullable Verdict said = tiers.decide(charge);
        if (said == null) {
            List<Ask> asks = List.of(new Ask(charge, rule, key));
            return asked(asks, tiers.standIn(asks));
        }
        Decision decision = said.passed() ? allowed(charge, said) : denied(charge, key, said);
        if (control.tellsAll || !said.passed()) {
            control.listener.decidedAlone(Door.JAVA, rule, key, charge, said, decision);
        }
        return decision;
    }

    private static Decision allowed(Charge charge, Verdict said) {
        return charge.limit().shadow()
                ? Decisions.UNLIMITED
                : Decision.allow(ClaimQuotas.READER, charge, said, false, false);
    }

    private Decision denied(Charge charge, Key key, Verdict said) {
        return charge.limit().shadow() ? Decisions.allowed(charge, said, true) : denials.of(charge, key, said);
    }

    @Override
    public Decision acquire(Key key, long permits, Duration maxWait) throws InterruptedException {
        long patience = patience(maxWait);
        List<Ask> first = asks(key, permits, patience);
        if (first.isEmpty()) {
            return told(first, TierAnswer.NONE);
        }
        try (SlotQueues.SlotTurn turn = turns.take(first.get(0).claim().identity())) {
            if (patience == 0 || handsOutSlots(first) || turn.comes()) {
                return acquire(turn, key, permits, patience);
            }
            TierAnswer answer = tiers.ask(Operation.PEEK, first);
            Decision decision = Decisions.of(first, answer, false);
            if (!decision.allowed() && retryMicros(decision) > patience) {
                RetryRequest.deny(tiers, List.of(), first);
                return told(first, answer, decision);
            }
            long begun = tiers.pace().micros();
            if (!turn.comes(patience)) {
                RetryRequest.deny(tiers, List.of(), first);
                return busy(first, answer, decision, decision.retryAfter().orElse(Duration.ofSeconds(1)));
            }
            return acquire(
                    turn, key, permits, Math.max(0, patience - tiers.pace().micros() + begun));
        }
    }

    private static long retryMicros(Decision decision) {
        return decision.retryAfter().map(Durations::toMicros).orElse(Long.MAX_VALUE);
    }

    /** Asks again whenever there may be room: when it was promised, when there is news, and twice a second. */
    private Decision acquire(SlotQueues.SlotTurn turn, Key key, long permits, long patience)
            throws InterruptedException {
        long left = patience;
        while (true) {
            turn.looks();
            List<Ask> asks = asks(key, permits, left);
            List<Ask> tried = left > 0 ? RetryRequest.asks(asks) : asks;
            long asked = tiers.pace().micros();
            TierAnswer answer = tiers.ask(Operation.DECIDE, tried);
            control.asked(tried, answer);
            Decision decision = Decisions.of(asks, answer, false);
            long pause = decision.allowed() ? DecidedAdmission.slotMicros(asks, answer) : retryMicros(decision);
            if (pause == 0 || pause > left || (!decision.allowed() && handsOutSlots(asks))) {
                denied(decision, tried, asks);
                return told(asks, answer, decision);
            }
            if (decision.allowed()) {
                return slot(turn, asks, answer, asked, pause)
                        ? told(asks, answer, decision)
                        : busy(asks, answer, decision, Durations.ofMicros(pause));
            }
            long begun = tiers.pace().micros();
            long nap = Math.min(pause, SlotQueues.LOOK_MICROS);
            if (!turn.pause(nap)) {
                denied(decision, tried, asks);
                return busy(asks, answer, decision, Durations.ofMicros(pause));
            }
            left -= Math.min(nap, tiers.pace().micros() - begun);
        }
    }

    /** Waits for a slot that was taken, or gives it back. */
    private boolean slot(SlotQueues.SlotTurn turn, List<Ask> asks, TierAnswer answer, long asked, long pause)
            throws InterruptedException {
        boolean waited = false;
        try {
            waited = new TakenSlot(turn, tiers, asks, answer.degraded(), this::asks).comes(pause);
            return waited;
        } finally {
            if (!waited) {
                Settlement.giveBack(tiers, asks, answer, tiers.pace().micros() - asked);
            }
        }
    }

    private Decision busy(List<Ask> asks, TierAnswer answer, Decision decision, Duration retry) {
        Decision busy =
                Decision.deny(Decision.Reason.BUSY, rule.name(), decision.quotas(), retry, false, decision.degraded());
        return told(asks, answer, busy);
    }

    /** A caller that waits has attempted once, which counts when it ends. */
    private void denied(Decision decision, List<Ask> tried, List<Ask> asks) {
        if (!decision.allowed()) {
            RetryRequest.deny(tiers, tried, asks);
        }
    }

    private Decision asked(List<Ask> asks, TierAnswer answer) {
        control.asked(asks, answer);
        return told(asks, answer);
    }

    private Decision told(List<Ask> asks, TierAnswer answer) {
        return told(asks, answer, Decisions.of(asks, answer, false));
    }

    /** The decision, which is the last. */
    private Decision told(List<Ask> asks, TierAnswer answer, Decision decision) {
        control.listener.decided(Door.JAVA, asks, answer, decision);
        return decision;
    }

    @Override
    public Reservation reserve(Key key, long estimate) {
        Claims claims = fresh.get();
        rule.reserve(key, checked(estimate), claims);
        return new HeldReservation(control.enter(control.decide(claims, false), List.of(), Door.JAVA), estimate);
    }

    /** A reservation from Java, settled with its call. */
    private record HeldReservation(GuardedAdmission call, long estimate) implements Reservation {

        @Override
        public Decision decision() {
            return call.decision();
        }

        @Override
        public void settle(long actual) {
            if (actual < 0 || actual > LaterCost.MOST) {
                throw new IllegalArgumentException("actual must be 0 to " + LaterCost.MOST + ", not " + actual);
            }
            call.pay(actual);
        }

        @Override
        public void close() {
            call.pay(estimate);
        }
    }

    @Override
    public Decision peek(Key key) {
        return ask(Operation.PEEK, asks(key, 1, 0));
    }

    @Override
    public Decision charge(Key key, long permits) {
        return ask(Operation.CHARGE, asks(key, permits, 0));
    }

    private Decision ask(Operation operation, List<Ask> asks) {
        if (asks.isEmpty()) {
            return Decisions.UNLIMITED;
        }
        TierAnswer answer = tiers.ask(operation, asks);
        if (operation == Operation.CHARGE) {
            control.listener.asked(operation, asks, answer);
        }
        return Decisions.of(asks, answer, false);
    }

    @Override
    public void reset(Key key) {
        change(Operation.RESET, key, 1, RESET_UNSURE);
    }

    @Override
    public void credit(Key key, long permits) {
        change(Operation.CREDIT, key, checked(permits), CREDIT_UNSURE);
    }

    private void change(Operation operation, Key key, long permits, String unsure) {
        Claims claims = fresh.get();
        rule.claimOfAllPlans(key, permits, claims);
        try {
            tiers.change(operation, Ask.claims(claims.asks()));
        } catch (StoreException e) {
            throw new IllegalStateException("limit." + rule.name() + unsure, e);
        } finally {
            claims.asks().forEach(ask -> turns.wake(ask.claim().identity()));
        }
    }

    @Override
    public void updateRate(String rate) {
        update(Map.of("rate", rate));
    }

    @Override
    public void update(Map<String, String> figures) {
        rule.update().accept(figures);
        turns.wake();
    }

    /** The asks of a slot that was taken, by the figures in force now. */
    private List<Ask> asks(Ask taken, long waitMicros) {
        return asks(taken.key(), taken.claim().permits(), waitMicros);
    }

    private List<Ask> asks(Key key, long permits, long waitMicros) {
        Claims claims = fresh.get();
        rule.claim(key, checked(permits), waitMicros, claims);
        return claims.asks();
    }

    /** Whether a caller learns its slot at once, so that asking again later would change nothing. */
    private static boolean handsOutSlots(List<Ask> asks) {
        for (Ask ask : asks) {
            if (!ask.claim().handsOutSlots()) {
                return false;
            }
        }
        return true;
    }

    /** How long a thread may wait, µs; none that is interrupted waits. */
    static long patience(Duration maxWait) throws InterruptedException {
        if (maxWait.isNegative() || maxWait.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("maxWait must be 0 to " + LONGEST_WAIT + ", not " + maxWait);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return Durations.toMicros(maxWait);
    }

    private static long checked(long permits) {
        if (permits < 1 || permits > MAX_PERMITS) {
            throw new IllegalArgumentException("permits must be 1 to " + MAX_PERMITS + ", not " + permits);
        }
        return permits;
    }
}
