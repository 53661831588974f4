package io.github.ostiary.model;

import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.notice.SiegeEvidence;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.SharedStore;
import io.github.ostiary.tier.Breaker;
import io.github.ostiary.tier.TwoTiers;
import java.time.Duration;
import java.util.List;

/** A running guard of a model: the real engine on real tiers. */
final class Node {

    private static final Duration TIMEOUT = Duration.ofMillis(200);
    private static final long KEYS = 1_000_000;

    final LocalDenialCache front;
    final Engine engine;

    /** Which rules it decides by: 0 as configured. */
    int rules;

    /** Each text of the rules as it was read twice: whoever reads again finds others that say the same. */
    private final RuleSet[] sets = new RuleSet[4];

    private int reads;

    Node(ModelRules rules, SharedStore shared, Pace time, String[] identity) {
        front = new LocalDenialCache(KEYS, time);
        Breaker store = new Breaker(shared.line(), TIMEOUT, time);
        LocalStore local = new LocalStore(KEYS, time, front::known);
        TwoTiers tiers = new TwoTiers(front, store, shared.observed(local), 2, TIMEOUT, time, null);
        store.watch(new Breaker.Watch() {
            @Override
            public void away() {}

            @Override
            public void returning(String primary) throws StoreException {
                tiers.returning(primary);
            }

            @Override
            public void back(String primary) {
                tiers.recovered();
            }

            @Override
            public void whole() {}
        });
        store.start();
        tiers.started();
        engine = new Engine(
                new RuleSet(rules.configured(), List.of()),
                tiers,
                key -> identity[0],
                100,
                null,
                new SiegeEvidence(),
                ChangeMaker.of(time));
    }

    /** Decides by other rules, or by the same once more. */
    void decideBy(ModelRules all, int which) {
        rules = which;
        int at = 2 * which + (reads++ & 1);
        sets[at] = sets[at] == null ? all.set(which) : sets[at];
        engine.replace(sets[at]);
    }

    /** An operator locks a key; false if the store could not be told. */
    boolean lock(Key key) {
        return told(() -> engine.lockouts(ModelRules.LOCKOUT).lock(key, Duration.ofSeconds((long) Scenario.LOCK), ""));
    }

    boolean block(Key key) {
        return told(() -> engine.lockouts(ModelRules.LOCKOUT).block(key, ""));
    }

    boolean unlock(Key key) {
        return told(() -> engine.lockouts(ModelRules.LOCKOUT).unlock(key));
    }

    private static boolean told(Runnable deed) {
        try {
            deed.run();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    boolean take(Key key, int permits) {
        return limiter().tryAcquire(key, permits).allowed();
    }

    void charge(Key key, int permits) {
        var unused = limiter().charge(key, permits);
    }

    void credit(Key key, int permits) {
        limiter().credit(key, permits);
    }

    /** What permits the store says are left. */
    long remaining(Key key) {
        return limiter().peek(key).remaining().orElseThrow();
    }

    private RateLimiter limiter() {
        return engine.limiter(ModelRules.LIMIT);
    }
}
