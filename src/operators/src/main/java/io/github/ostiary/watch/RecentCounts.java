package io.github.ostiary.watch;

import io.github.ostiary.operator.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A time that has just passed, in equal parts: what was counted in each. Looked at from time to time, so that the thread that counts
 * has nothing to do with it. Thread-safe.
 */
final class RecentCounts {

    private final Duration part;
    private final long[] allowed;
    private final long[] denied;

    /** The part that goes on. */
    private int at;

    private long allowedBefore;
    private long deniedBefore;

    /**
     * Nothing has happened yet.
     *
     * @param parts how many it remembers
     * @param part how long each takes
     */
    RecentCounts(int parts, Duration part) {
        this.part = part;
        this.allowed = new long[parts];
        this.denied = new long[parts];
    }

    /** A part is over. */
    synchronized void next(long allowedSoFar, long deniedSoFar) {
        note(allowedSoFar, deniedSoFar);
        allowedBefore = allowedSoFar;
        deniedBefore = deniedSoFar;
        at = (at + 1) % allowed.length;
        allowed[at] = 0;
        denied[at] = 0;
    }

    private void note(long allowedSoFar, long deniedSoFar) {
        allowed[at] = allowedSoFar - allowedBefore;
        denied[at] = deniedSoFar - deniedBefore;
    }

    /** How it stands now. */
    synchronized Figures.Recent figures(long allowedSoFar, long deniedSoFar) {
        note(allowedSoFar, deniedSoFar);
        List<Figures.Slice> parts = new ArrayList<>(allowed.length);
        for (int i = 1; i <= allowed.length; i++) {
            int index = (at + i) % allowed.length;
            parts.add(new Figures.Slice(allowed[index], denied[index]));
        }
        return new Figures.Recent(part, parts);
    }
}
