package io.github.ostiary.local;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Store;

/** A local store whose counters are not let go, however the clock jumps: what it answers is the algorithm alone. */
public final class NeverIdle {

    private NeverIdle() {}

    public static Store store(TimeSource time) {
        return new LocalStore(1_000_000, time, () -> 0, (charge, now) -> 0);
    }
}
