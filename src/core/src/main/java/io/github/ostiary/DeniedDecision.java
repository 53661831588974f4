package io.github.ostiary;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A decision that denies. Its figures are computed when they are read: in a flood, most denials are never explained. */
record DeniedDecision(
        Reason reason,
        String rule,
        Supplier<List<Quota>> standing,
        @Nullable Duration retry,
        boolean permanent,
        boolean degraded)
        implements Decision.Denied {

    @Override
    public boolean allowed() {
        return false;
    }

    @Override
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retry);
    }

    @Override
    public List<Quota> quotas() {
        return standing.get();
    }

    @Override
    public boolean shadowed() {
        return false;
    }
}
