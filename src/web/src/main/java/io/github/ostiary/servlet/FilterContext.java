package io.github.ostiary.servlet;

import io.github.ostiary.edge.Position;
import io.github.ostiary.http.RuleSnapshot;

/** The place of one of our filters in an application, and what is in force there. Immutable. */
final class FilterContext {

    final Deployment deployment;
    final RuleSnapshot snapshot;
    final Position position;

    /** Whether rules of the other position are decided here too, since no filter of ours stands there. */
    final boolean decidesBoth;

    /** Whether a request reaches this filter again, and the same ones behind it, when it is dispatched again. */
    final boolean maySuspend;

    FilterContext(
            Deployment deployment, RuleSnapshot snapshot, Position position, boolean decidesBoth, boolean maySuspend) {
        this.deployment = deployment;
        this.snapshot = snapshot;
        this.position = position;
        this.decidesBoth = decidesBoth;
        this.maySuspend = maySuspend;
    }
}
