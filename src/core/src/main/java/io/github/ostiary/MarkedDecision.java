package io.github.ostiary;

import java.util.List;
import java.util.function.BiFunction;

/** A decision that lets the caller go on, with a remark. */
final class MarkedDecision<C, S> extends AllowedDecision<C, S> {

    private final boolean degraded;
    private final boolean shadowed;

    MarkedDecision(
            BiFunction<? super C, ? super S, List<Quota>> figures,
            C asked,
            S said,
            boolean degraded,
            boolean shadowed) {
        super(figures, asked, said);
        this.degraded = degraded;
        this.shadowed = shadowed;
    }

    @Override
    public boolean degraded() {
        return degraded;
    }

    @Override
    public boolean shadowed() {
        return shadowed;
    }
}
