package io.github.ostiary;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A decision that lets the caller go on. Its figures are computed when they are read: most callers never read them. Small: most
 * decisions make one, and nothing but this outlives their calls.
 */
sealed class AllowedDecision<C, S> implements Decision.Allowed permits MarkedDecision {

    /** Reads the next two fields. */
    private final Decision.FiguresReader<? super C, ? super S> reader;

    private final C asked;
    private final S said;

    AllowedDecision(Decision.FiguresReader<? super C, ? super S> reader, C asked, S said) {
        this.reader = reader;
        this.asked = asked;
        this.said = said;
    }

    /** Figures that need not be worked out. */
    static List<Quota> known(List<Quota> quotas, String none) {
        return quotas;
    }

    @Override
    public boolean allowed() {
        return true;
    }

    @Override
    public String rule() {
        List<Quota> quotas = quotas();
        return quotas.isEmpty() ? "" : quotas.get(0).rule();
    }

    @Override
    public @Nullable Reason reason() {
        return null;
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
    public Optional<Duration> retryAfter() {
        return Optional.empty();
    }

    @Override
    public boolean permanent() {
        return false;
    }

    @Override
    public boolean degraded() {
        return false;
    }

    @Override
    public boolean shadowed() {
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AllowedDecision<?, ?> decision
                && degraded() == decision.degraded()
                && shadowed() == decision.shadowed()
                && quotas().equals(decision.quotas());
    }

    @Override
    public int hashCode() {
        return Objects.hash(degraded(), shadowed(), quotas());
    }

    /** The figures only: identities do not belong in logs. */
    @Override
    public String toString() {
        return "Allowed[quotas=" + quotas() + ", degraded=" + degraded() + ", shadowed=" + shadowed() + "]";
    }
}
