package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.Semaphores;
import io.github.ostiary.engine.DecisionListener.Door;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.ConcurrencyRule;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A concurrency rule, asked from Java. */
final class RuleSemaphores implements Semaphores {

    /** The one in force. */
    private volatile ConcurrencyRule rule;

    private final Tiers tiers;
    private final AdmissionControl control;
    private final Supplier<Claims> fresh;

    RuleSemaphores(ConcurrencyRule rule, Tiers tiers, AdmissionControl control, Supplier<Claims> fresh) {
        this.rule = rule;
        this.tiers = tiers;
        this.control = control;
        this.fresh = fresh;
    }

    /** Decides by another rule of the same name from now on. */
    void follow(ConcurrencyRule next) {
        rule = next;
    }

    @Override
    public String rule() {
        return rule.name();
    }

    @Override
    public Lease tryEnter(Key key) {
        return new HeldLease(control.enter(control.decide(claims(rule, key), false), List.of(), Door.JAVA));
    }

    @Override
    public Lease enter(Key key, Duration maxWait) throws InterruptedException {
        long patience = RuleRateLimiter.patience(maxWait);
        GuardedAdmission call = control.admit(claims(rule.waiting(patience), key), false, Door.JAVA);
        call.await();
        return new HeldLease(call);
    }

    private Claims claims(ConcurrencyRule asked, Key key) {
        Claims claims = fresh.get();
        asked.claim(key, claims);
        return claims;
    }

    /** Renewed for as long as its holder has it: it is renewed by itself, and kept by nobody else. */
    private final class HeldLease implements Lease {

        private final GuardedAdmission call;

        HeldLease(GuardedAdmission call) {
            this.call = call;
            call.whenHolding(held -> tiers.watch(Ask.claims(held.leases()), this));
        }

        @Override
        public Decision decision() {
            return call.decision();
        }

        @Override
        public boolean renew() {
            return call.current().renew(tiers);
        }

        @Override
        public void close() {
            call.end();
        }
    }
}
