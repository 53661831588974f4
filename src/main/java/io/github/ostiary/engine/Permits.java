package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Durations;
import io.github.ostiary.Entry;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.Semaphores;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A concurrency rule, asked from Java. */
final class Permits implements Semaphores {

    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    private final ConcurrencyRule rule;
    private final Tiers tiers;
    private final Turnstile turnstile;
    private final Supplier<Claims> fresh;

    Permits(ConcurrencyRule rule, Tiers tiers, Turnstile turnstile, Supplier<Claims> fresh) {
        this.rule = rule;
        this.tiers = tiers;
        this.turnstile = turnstile;
        this.fresh = fresh;
    }

    @Override
    public String rule() {
        return rule.name();
    }

    @Override
    public Lease tryEnter(Key key) {
        return new Held(turnstile.enter(asks(rule, key), false, false));
    }

    @Override
    public Lease enter(Key key, Duration maxWait) throws InterruptedException {
        if (maxWait.isNegative() || maxWait.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("maxWait must be 0 to " + LONGEST_WAIT + ", not " + maxWait);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Visit visit = turnstile.enter(asks(rule.waiting(Durations.toMicros(maxWait)), key), false, true);
        visit.await();
        return new Held(visit);
    }

    private List<Ask> asks(ConcurrencyRule asked, Key key) {
        Claims claims = fresh.get();
        asked.claim(key, claims);
        return claims.asks();
    }

    private final class Held implements Lease {

        private final Visit visit;

        Held(Visit visit) {
            this.visit = visit;
        }

        @Override
        public Decision decision() {
            return visit.decision();
        }

        @Override
        public boolean renew() {
            return granted()
                    && !visit.isReleased()
                    && visit.asks().stream().anyMatch(ask -> ask.claim() instanceof Entry lease && tiers.renew(lease));
        }

        @Override
        public void close() {
            visit.end();
        }
    }
}
