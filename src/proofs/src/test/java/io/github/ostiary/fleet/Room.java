package io.github.ostiary.fleet;

import java.util.ArrayDeque;
import java.util.Deque;

/** A list of what was taken, or a level that sinks. */
final class Room {
    private final boolean log;
    private final long windowMicros;
    private final Deque<long[]> taken = new ArrayDeque<>();
    private double level;
    private long at;

    Room(boolean log, long windowMicros) {
        this.log = log;
        this.windowMicros = windowMicros;
    }

    void take(long time, long amount) {
        level = used(time) + amount;
        taken.add(new long[] {time, amount});
    }

    void giveBack(long time, long amount) {
        level = Math.max(0, used(time) - amount);
        for (long left = amount; left > 0 && !taken.isEmpty(); ) {
            long part = Math.min(left, taken.peek()[1]);
            taken.peek()[1] -= part;
            left -= part;
            if (taken.peek()[1] == 0) {
                taken.remove();
            }
        }
    }

    double used(long time) {
        taken.removeIf(one -> one[0] <= time - windowMicros);
        level = Math.max(0, level - Math.max(0, time - at) * 6.0 / windowMicros);
        at = Math.max(at, time);
        return log ? taken.stream().mapToLong(one -> one[1]).sum() : level;
    }
}
