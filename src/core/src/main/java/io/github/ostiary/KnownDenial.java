package io.github.ostiary;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A denial of which all is known beforehand. Immutable. */
record KnownDenial(
        Decision.Reason reason,
        String rule,
        List<Quota> quotas,
        @Nullable Duration retry,
        boolean permanent,
        boolean degraded)
        implements Decision.DenialReader<Object, Object> {

    KnownDenial {
        quotas = List.copyOf(quotas);
    }

    /** The decision. */
    Decision.Denied decision() {
        return new DeniedDecision<Object, Object>(this, this, this);
    }

    @Override
    public Decision.Reason reason(Object said) {
        return reason;
    }

    @Override
    public String rule(Object asked) {
        return rule;
    }

    @Override
    public List<Quota> quotas(Object asked, Object said) {
        return quotas;
    }

    @Override
    public @Nullable Duration retry(Object said) {
        return retry;
    }

    @Override
    public boolean permanent(Object asked, Object said) {
        return permanent;
    }

    @Override
    public Object evidence(Object asked, Object said) {
        return this;
    }
}
