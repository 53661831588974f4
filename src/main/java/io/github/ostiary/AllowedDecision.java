package io.github.ostiary;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

record AllowedDecision(List<Quota> quotas, boolean degraded, boolean shadowed) implements Decision.Allowed {

    @Override
    public boolean allowed() {
        return true;
    }

    @Override
    public @Nullable String rule() {
        return quotas.isEmpty() ? null : quotas.get(0).rule();
    }

    @Override
    public @Nullable Reason reason() {
        return null;
    }

    @Override
    public Optional<Duration> retryAfter() {
        return Optional.empty();
    }

    @Override
    public boolean permanent() {
        return false;
    }
}
