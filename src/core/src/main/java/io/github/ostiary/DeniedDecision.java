package io.github.ostiary;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A decision that denies. All it says is read when it is asked: in a flood, most denials are never explained. */
final class DeniedDecision<C, S> implements Decision.Denied {

    private final Decision.DenialReader<? super C, ? super S> reader;
    private final C asked;
    private final S said;

    DeniedDecision(Decision.DenialReader<? super C, ? super S> reader, C asked, S said) {
        this.reader = reader;
        this.asked = asked;
        this.said = said;
    }

    @Override
    public boolean allowed() {
        return false;
    }

    @Override
    public Reason reason() {
        return reader.reason(said);
    }

    @Override
    public String rule() {
        return reader.rule(asked);
    }

    @Override
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(reader.retry(said));
    }

    @Override
    public List<Quota> quotas() {
        return reader.quotas(asked, said);
    }

    @Override
    public @Nullable Quota onlyQuota() {
        return reader.only(asked, said);
    }

    @Override
    public boolean permanent() {
        return reader.permanent(asked, said);
    }

    @Override
    public boolean degraded() {
        return reader.degraded();
    }

    @Override
    public boolean shadowed() {
        return false;
    }

    @Override
    public Object evidence() {
        return reader.evidence(asked, said);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DeniedDecision<?, ?> decision
                && reason() == decision.reason()
                && rule().equals(decision.rule())
                && quotas().equals(decision.quotas())
                && retryAfter().equals(decision.retryAfter())
                && permanent() == decision.permanent()
                && degraded() == decision.degraded();
    }

    @Override
    public int hashCode() {
        return Objects.hash(reason(), rule(), quotas(), retryAfter());
    }

    /** The figures only: identities do not belong in logs. */
    @Override
    public String toString() {
        return "Denied[reason=" + reason() + ", rule=" + rule() + ", quotas=" + quotas() + ", retryAfter="
                + retryAfter().map(Object::toString).orElse("never") + ", permanent=" + permanent() + ", degraded="
                + degraded() + "]";
    }
}
