package io.github.ostiary;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

record DeniedDecision(
        Reason reason,
        String rule,
        List<Quota> quotas,
        Optional<Duration> retryAfter,
        boolean permanent,
        boolean degraded)
        implements Decision.Denied {

    @Override
    public boolean allowed() {
        return false;
    }

    @Override
    public boolean shadowed() {
        return false;
    }
}
