package io.github.ostiary;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A decision that lets the caller go on. Its figures are computed when they are read: most callers never read them.
 *
 * @param figures worked out of the next two
 */
record AllowedDecision<C, S>(
        BiFunction<? super C, ? super S, List<Quota>> figures, C asked, S said, boolean degraded, boolean shadowed)
        implements Decision.Allowed {

    /** Figures that need not be worked out. */
    static List<Quota> known(List<Quota> quotas, String none) {
        return quotas;
    }

    @Override
    public boolean allowed() {
        return true;
    }

    @Override
    public @Nullable String rule() {
        List<Quota> quotas = quotas();
        return quotas.isEmpty() ? null : quotas.get(0).rule();
    }

    @Override
    public @Nullable Reason reason() {
        return null;
    }

    @Override
    public List<Quota> quotas() {
        return figures.apply(asked, said);
    }

    @Override
    public Optional<Duration> retryAfter() {
        return Optional.empty();
    }

    @Override
    public boolean permanent() {
        return false;
    }

    /** The figures only: identities do not belong in logs. */
    @Override
    public String toString() {
        return "Allowed[quotas=" + quotas() + ", degraded=" + degraded + ", shadowed=" + shadowed + "]";
    }
}
