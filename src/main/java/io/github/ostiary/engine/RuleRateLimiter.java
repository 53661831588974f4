package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.TimeSource;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.ReplaceableLimits;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;
import io.github.ostiary.tier.TierAnswer;
import io.github.ostiary.tier.Tiers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A limit rule, asked from Java. */
final class RuleRateLimiter implements RateLimiter {

    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    /** The one in force, and its limits: whoever decides takes those once. */
    private volatile LimitRule rule;

    private volatile ReplaceableLimits limits;
    private final Tiers tiers;
    private final WaitQueues waiting;
    private final Events events;
    private final Counting counting;
    private final boolean countsAll;
    private volatile boolean onTrial;
    private final Function<Key, String> names;
    private final Supplier<Claims> fresh;
    private final SlotQueues turns = new SlotQueues();

    RuleRateLimiter(
            LimitRule rule,
            Tiers tiers,
            WaitQueues waiting,
            Events events,
            Counting counting,
            Function<Key, String> names,
            Supplier<Claims> fresh) {
        this.rule = rule;
        this.limits = rule.limits();
        this.tiers = tiers;
        this.waiting = waiting;
        this.events = events;
        this.counting = counting;
        this.countsAll = counting.all();
        this.onTrial = rule.shadow();
        this.names = names;
        this.fresh = fresh;
    }

    /** Decides by another rule of the same name from now on. */
    void follow(LimitRule next) {
        rule = next;
        limits = next.limits();
        onTrial = next.shadow();
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
            return tryAcquire(new Charge(alone, names.apply(counted), checked(permits)), key);
        }
        List<Ask> asks = asks(key, permits, 0);
        return asks.isEmpty() ? Decisions.UNLIMITED : told(asks, tiers.ask(Operation.DECIDE, asks));
    }

    /** Most rules have one limit: no lists. */
    private Decision tryAcquire(Charge charge, Key key) {
        @Nullable Verdict said = tiers.decide(charge);
        if (said == null) {
            List<Ask> asks = List.of(new Ask(charge, rule, key));
            return told(asks, tiers.standIn(asks));
        }
        if (said.passed()) {
            if (countsAll) {
                counting.allowed(rule);
            }
            if (onTrial) {
                Trials.seen(counting.trial(), new Ask(charge, rule, key), said);
            }
            return charge.limit().shadow()
                    ? Decisions.UNLIMITED
                    : Decision.allow(Charge::quotas, charge, said, false, false);
        }
        rule.basics().counts().deny(said.reason(), rule.basics().shadow());
        Ask denied = new Ask(charge, rule, key);
        events.decided(denied, said);
        if (onTrial) {
            Trials.seen(counting.trial(), denied, said);
        }
        return Decisions.of(denied, said, false);
    }

    @Override
    public Decision acquire(Key key, long permits, Duration maxWait) throws InterruptedException {
        long left = Durations.toMicros(checked(maxWait));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        List<Ask> first = asks(key, permits, left);
        if (left == 0 || handsOutSlots(first)) {
            return acquire(key, permits, left);
        }
        try (SlotQueues.SlotTurn turn = turns.take(first.get(0).claim().identity())) {
            if (turn.comes()) {
                return acquire(key, permits, left);
            }
            TierAnswer answer = tiers.ask(Operation.PEEK, first);
            Decision decision = Decisions.of(first, answer, false);
            if (!decision.allowed()
                    && decision.retryAfter().map(Durations::toMicros).orElse(Long.MAX_VALUE) > left) {
                RepeatedAsk.deny(tiers, first);
                return told(first, answer);
            }
            long begun = TimeSource.system().micros();
            if (!waiting.await(turn, left)) {
                RepeatedAsk.deny(tiers, first);
                return busy(decision, decision.retryAfter().orElse(Duration.ofSeconds(1)));
            }
            return acquire(key, permits, Math.max(0, left - TimeSource.system().micros() + begun));
        }
    }

    private Decision acquire(Key key, long permits, long patience) throws InterruptedException {
        long left = patience;
        while (true) {
            List<Ask> asks = asks(key, permits, left);
            List<Ask> tried = left > 0 ? RepeatedAsk.asks(asks) : asks;
            TierAnswer answer = asks.isEmpty() ? TierAnswer.NONE : tiers.ask(Operation.DECIDE, tried);
            Decision decision = Decisions.of(asks, answer, false);
            long pause = decision.allowed()
                    ? DecidedCall.slotMicros(asks, answer)
                    : decision.retryAfter().map(Durations::toMicros).orElse(Long.MAX_VALUE);
            if (pause == 0 || pause > left || (!decision.allowed() && handsOutSlots(asks))) {
                denied(decision, tried, asks);
                return told(asks, answer);
            }
            if (!pause(pause, asks, decision)) {
                denied(decision, tried, asks);
                return busy(decision, Durations.ofMicros(pause));
            }
            if (decision.allowed()) {
                counting.ended(asks, answer, decision);
                return decision;
            }
            left -= pause;
        }
    }

    private Decision busy(Decision decision, Duration retry) {
        rule.basics().counts().deny(Decision.Reason.BUSY);
        return Decision.deny(Decision.Reason.BUSY, rule.name(), decision.quotas(), retry, false, decision.degraded());
    }

    /** Whoever waits has attempted once, which counts when it ends. */
    private void denied(Decision decision, List<Ask> tried, List<Ask> asks) {
        if (!decision.allowed() && tried != asks) {
            RepeatedAsk.deny(tiers, asks);
        }
    }

    private Decision told(List<Ask> asks, TierAnswer answer) {
        Decision decision = Decisions.of(asks, answer, false);
        counting.ended(asks, answer, decision);
        if (onTrial) {
            Trials.seen(counting.trial(), asks, answer);
        }
        if (!decision.allowed()) {
            events.decided(asks, answer);
        }
        return decision;
    }

    /** Whoever does not wait for the slot it took gives it back. */
    private boolean pause(long micros, List<Ask> asks, Decision decision) throws InterruptedException {
        boolean waited = false;
        try {
            waited = waiting.pause(micros);
            return waited;
        } finally {
            if (!waited && decision.allowed()) {
                giveBack(Ask.claims(asks));
            }
        }
    }

    private void giveBack(List<Claim> slots) {
        try {
            tiers.change(Operation.CREDIT, slots);
        } catch (StoreException e) {
            AdmissionControl.lost(e);
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
        return asks.isEmpty() ? Decisions.UNLIMITED : Decisions.of(asks, tiers.ask(operation, asks), false);
    }

    @Override
    public void reset(Key key) {
        change(Operation.RESET, key, 1, "reset");
    }

    @Override
    public void credit(Key key, long permits) {
        change(Operation.CREDIT, key, checked(permits), "credited");
    }

    private void change(Operation operation, Key key, long permits, String what) {
        Claims claims = fresh.get();
        rule.claimOfAllPlans(key, permits, claims);
        try {
            tiers.change(operation, Ask.claims(claims.asks()));
        } catch (StoreException e) {
            throw new IllegalStateException("limit." + rule.name() + " may not have been " + what, e);
        }
    }

    @Override
    public void updateRate(String rate) {
        rule.update().accept(Map.of("rate", rate));
    }

    @Override
    public void update(Map<String, String> figures) {
        rule.update().accept(figures);
    }

    private List<Ask> asks(Key key, long permits, long waitMicros) {
        Claims claims = fresh.get();
        rule.claim(key, checked(permits), waitMicros, claims);
        return claims.asks();
    }

    /** Whether a caller is told its slot at once, so that asking again later would change nothing. */
    private static boolean handsOutSlots(List<Ask> asks) {
        for (Ask ask : asks) {
            if (!ask.claim().handsOutSlots()) {
                return false;
            }
        }
        return true;
    }

    private static Duration checked(Duration wait) {
        if (wait.isNegative() || wait.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("maxWait must be 0 to " + LONGEST_WAIT + ", not " + wait);
        }
        return wait;
    }

    private static long checked(long permits) {
        if (permits < 1 || permits > Limit.MAX_LOG_PERMITS) {
            throw new IllegalArgumentException("permits must be 1 to " + Limit.MAX_LOG_PERMITS + ", not " + permits);
        }
        return permits;
    }
}
