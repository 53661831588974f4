package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.ConcurrencyRule;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.rule.RuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The limiters, semaphores and lockouts that Java has been given by name; they follow when rules are replaced. Thread-safe. */
final class LimiterRegistry {

    private final Tiers tiers;
    private final AdmissionControl control;
    private final ChangeMaker changes;
    private final Function<Key, Object> names;
    private final Supplier<Claims> fresh;
    final UnlockLinks links;
    private final ConcurrentMap<String, RuleRateLimiter> limiters = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, RuleSemaphores> semaphores = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, RuleLockouts> lockouts = new ConcurrentHashMap<>();

    /** No caller gets the first limiter of a name while rules are replaced: it might miss them. */
    private final ReentrantLock changing = new ReentrantLock();

    LimiterRegistry(
            Tiers tiers,
            AdmissionControl control,
            ChangeMaker changes,
            Function<Key, Object> names,
            Supplier<Claims> fresh) {
        this.tiers = tiers;
        this.control = control;
        this.changes = changes;
        this.names = names;
        this.fresh = fresh;
        this.links = new UnlockLinks(changes.time());
    }

    RuleRateLimiter limiter(Supplier<RuleSet> inForce, String rule) {
        return one(
                limiters, rule, name -> new RuleRateLimiter(limit(inForce.get(), name), tiers, control, names, fresh));
    }

    RuleSemaphores semaphores(Supplier<RuleSet> inForce, String rule) {
        return one(
                semaphores, rule, name -> new RuleSemaphores(concurrency(inForce.get(), name), tiers, control, fresh));
    }

    RuleLockouts lockouts(Supplier<RuleSet> inForce, String rule) {
        return one(
                lockouts,
                rule,
                name -> new RuleLockouts(lockout(inForce.get(), name), tiers, control, changes, fresh, links));
    }

    /** Opens a lock for the network of a call that hands in a token. */
    LinkOutcome open(Supplier<RuleSet> inForce, String text, CallContext call) {
        UnlockLinks.@Nullable Token token = links.read(text);
        try {
            return token == null
                    ? LinkOutcome.INVALID
                    : lockouts(inForce, token.rule()).open(token, call);
        } catch (IllegalArgumentException e) {
            return LinkOutcome.INVALID; // the rule is gone
        }
    }

    private <T> T one(ConcurrentMap<String, T> known, String rule, Function<String, T> maker) {
        @Nullable T given = known.get(rule);
        if (given != null) {
            return given;
        }
        changing.lock();
        try {
            return known.computeIfAbsent(rule, maker);
        } finally {
            changing.unlock();
        }
    }

    static LimitRule limit(RuleSet rules, String name) {
        return rules.named(name, RuleKind.LIMIT, LimitRule.class, "rate");
    }

    private static ConcurrencyRule concurrency(RuleSet rules, String name) {
        return rules.named(name, RuleKind.CONCURRENCY, ConcurrencyRule.class, "permits");
    }

    private static LockoutRule lockout(RuleSet rules, String name) {
        return rules.named(name, RuleKind.LOCKOUT, LockoutRule.class, "steps");
    }

    /**
     * Follows other rules.
     *
     * @param next with all that were handed out
     * @param swap puts them in force for everybody else
     * @throws IllegalArgumentException if one is missing; nothing has changed then
     */
    void follow(RuleSet next, Runnable swap) {
        changing.lock();
        try {
            List<String> missing = missing(next);
            if (!missing.isEmpty()) {
                throw new IllegalArgumentException(String.join("; ", missing));
            }
            swap.run();
            limiters.forEach((name, limiter) -> limiter.follow(limit(next, name)));
            semaphores.forEach((name, permits) -> permits.follow(concurrency(next, name)));
            lockouts.forEach((name, attempts) -> attempts.follow(lockout(next, name)));
        } finally {
            changing.unlock();
        }
    }

    /** Finds what was handed out and other rules do not have, one sentence each. */
    List<String> missing(RuleSet next) {
        List<String> missing = new ArrayList<>();
        limiters.keySet().forEach(name -> tried(() -> limit(next, name), missing));
        semaphores.keySet().forEach(name -> tried(() -> concurrency(next, name), missing));
        lockouts.keySet().forEach(name -> tried(() -> lockout(next, name), missing));
        return missing;
    }

    private static void tried(Supplier<Rule> found, List<String> missing) {
        try {
            Rule unused = found.get();
        } catch (IllegalArgumentException e) {
            missing.add(String.valueOf(e.getMessage()));
        }
    }
}
