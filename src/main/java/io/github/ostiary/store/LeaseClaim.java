package io.github.ostiary.store;

/**
 * One permit asked of a {@link ConcurrencyPolicy}, held under a lease until it is released or ends. Immutable.
 *
 * @param concurrency the rule
 * @param identity whose permits
 * @param lease made by whoever asks, unique: a release or renewal names it, and so can never free another's
 */
public record LeaseClaim(ConcurrencyPolicy concurrency, String identity, String lease) implements Claim {

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
    public boolean shadow() {
        return concurrency.shadow();
    }

    @Override
    public long idleMicros() {
        return concurrency.leaseMicros();
    }
}
