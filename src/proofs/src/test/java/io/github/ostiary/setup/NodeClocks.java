package io.github.ostiary.setup;

import io.github.ostiary.TimeSource;

/** Lets a guard that shares counters through a Redis whose clock is moved by a test move with it. */
public final class NodeClocks {

    private NodeClocks() {}

    /** For {@code GuardBuilder.timeSource}, beside Redis. */
    public static TimeSource following(TimeSource clock) {
        NodeClock node = clock::micros;
        return node;
    }
}
