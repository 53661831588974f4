package io.github.ostiary;

/** A decision that lets the caller go on, with a remark. */
final class MarkedDecision<C, S> extends AllowedDecision<C, S> {

    private final boolean degraded;
    private final boolean shadowed;

    MarkedDecision(
            Decision.FiguresReader<? super C, ? super S> reader, C asked, S said, boolean degraded, boolean shadowed) {
        super(reader, asked, said);
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
