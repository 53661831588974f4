package io.github.ostiary.store;

import io.github.ostiary.Quota;
import io.github.ostiary.Quota.QuotaUnit;
import io.github.ostiary.Rate;
import io.github.ostiary.operator.KeyStatus.Usage;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One permit asked of a {@link ConcurrencyPolicy}, held under a lease until it is released or ends. Immutable.
 *
 * @param concurrency the rule
 * @param identity whose permits
 * @param lease made by the asker, unique: a release or renewal names it, and so can never free another's
 */
public record LeaseClaim(ConcurrencyPolicy concurrency, String identity, String lease) implements Claim {

    /**
     * The leases among claims.
     *
     * @param claims of any kind
     * @return in their order
     */
    public static List<LeaseClaim> among(List<? extends Claim> claims) {
        List<LeaseClaim> leases = List.of();
        for (int i = 0; i < claims.size(); i++) {
            if (claims.get(i) instanceof LeaseClaim lease) {
                leases = leases.isEmpty() ? new ArrayList<>(2) : leases;
                leases.add(lease);
            }
        }
        return leases;
    }

    /**
     * Whether there is a lease among claims.
     *
     * @param claims of any kind
     * @return true if {@link #among} finds any
     */
    public static boolean isAmong(List<? extends Claim> claims) {
        for (int i = 0; i < claims.size(); i++) {
            if (claims.get(i) instanceof LeaseClaim) {
                return true;
            }
        }
        return false;
    }

    @Override
    public ConcurrencyPolicy terms() {
        return concurrency;
    }

    @Override
    public String rule() {
        return concurrency.rule();
    }

    @Override
    public char letter() {
        return 'C';
    }

    @Override
    public String counter() {
        return concurrency.counter();
    }

    @Override
    public boolean isHeld() {
        return true;
    }

    @Override
    public boolean needsSettling() {
        return false;
    }

    @Override
    public String id() {
        return lease;
    }

    @Override
    public LeaseClaim repeated() {
        return this;
    }

    @Override
    public LeaseClaim dividedBy(int nodes) {
        return new LeaseClaim(concurrency.dividedBy(nodes), identity, lease);
    }

    @Override
    public Quota quota(Verdict said) {
        long permits = concurrency.permits();
        return new Quota(
                rule(),
                concurrency.policy(),
                new Rate(permits, concurrency.leaseMicros()),
                permits,
                Math.min(permits, said.remaining()),
                Durations.ofMicros(said.resetMicros()),
                QuotaUnit.CONCURRENT_REQUESTS,
                Optional.empty());
    }

    @Override
    public Optional<Usage> usage(Verdict said) {
        long permits = concurrency.permits();
        long left = Math.min(permits, said.remaining());
        return Optional.of(new Usage(rule(), Optional.empty(), permits, permits - left, left, Duration.ZERO));
    }

    @Override
    public boolean shadow() {
        return concurrency.shadow();
    }

    @Override
    public long idleMicros() {
        return concurrency.leaseMicros();
    }
}
