package io.github.ostiary.servlet;

import io.github.ostiary.edge.Position;

/** The place of one of our filters in an application. Immutable. */
final class Door {

    final Deployment deployment;
    final Position position;

    /** Whether rules of the other position are decided here too, since no filter of ours stands there. */
    final boolean decidesBoth;

    /** Whether a request reaches this filter again, and the same ones behind it, when it is dispatched again. */
    final boolean maySuspend;

    Door(Deployment deployment, Position position, boolean maySuspend) {
        this.deployment = deployment;
        this.position = position;
        this.decidesBoth = position == Position.FIRST && deployment.lacksSecond();
        this.maySuspend = maySuspend;
    }
}
