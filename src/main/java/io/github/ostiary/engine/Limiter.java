package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.Limit;
import io.github.ostiary.Operation;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.StoreException;
import java.util.List;

/** A rule, asked from Java. */
final class Limiter implements RateLimiter {

    /** What the rule asks of a key made by hand. */
    interface Asks {

        List<Ask> of(Key key, long permits);
    }

    private final LimitRule rule;
    private final Tiers tiers;
    private final Asks asks;
    private final Asks asksOfAllPlans;

    Limiter(LimitRule rule, Tiers tiers, Asks asks, Asks asksOfAllPlans) {
        this.rule = rule;
        this.tiers = tiers;
        this.asks = asks;
        this.asksOfAllPlans = asksOfAllPlans;
    }

    @Override
    public String rule() {
        return rule.name();
    }

    @Override
    public Decision tryAcquire(Key key, long permits) {
        List<Ask> all = asks(key, permits);
        return all.isEmpty() ? Decisions.unlimited() : Decisions.of(all, tiers.decide(all), false);
    }

    @Override
    public Decision peek(Key key) {
        List<Ask> all = asks(key, 1);
        return all.isEmpty() ? Decisions.unlimited() : Decisions.of(all, tiers.ask(Operation.PEEK, all), false);
    }

    @Override
    public Decision charge(Key key, long permits) {
        List<Ask> all = asks(key, permits);
        return all.isEmpty() ? Decisions.unlimited() : Decisions.of(all, tiers.ask(Operation.CHARGE, all), false);
    }

    @Override
    public void reset(Key key) {
        try {
            tiers.change(Operation.RESET, LocalTier.claims(asksOfAllPlans.of(key, 1)));
        } catch (StoreException e) {
            throw new IllegalStateException("limit." + rule.name() + " may not have been reset", e);
        }
    }

    @Override
    public void updateRate(String rate) {
        rule.updateRate().accept(rate);
    }

    @Override
    public void credit(Key key, long permits) {
        try {
            tiers.change(Operation.CREDIT, LocalTier.claims(asksOfAllPlans.of(key, checked(permits))));
        } catch (StoreException e) {
            throw new IllegalStateException("limit." + rule.name() + " may not have been credited", e);
        }
    }

    private List<Ask> asks(Key key, long permits) {
        return asks.of(key, checked(permits));
    }

    private static long checked(long permits) {
        if (permits < 1 || permits > Limit.MAX_LOG_PERMITS) {
            throw new IllegalArgumentException("permits must be 1 to " + Limit.MAX_LOG_PERMITS + ", not " + permits);
        }
        return permits;
    }
}
