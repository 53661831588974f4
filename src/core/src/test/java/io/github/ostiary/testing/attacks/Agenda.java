package io.github.ostiary.testing.attacks;

import io.github.ostiary.ManualTimeSource;
import java.time.Duration;
import java.util.PriorityQueue;

/** What happens when, in simulated time. Not thread-safe. */
final class Agenda {

    private final ManualTimeSource time = new ManualTimeSource();
    private final long start = time.micros();
    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long order;

    ManualTimeSource time() {
        return time;
    }

    /** Time since the beginning. */
    Duration now() {
        return Duration.ofNanos(1_000 * (time.micros() - start));
    }

    void at(Duration when, Runnable task) {
        entries.add(new Entry(when, order++, task));
    }

    void in(Duration later, Runnable task) {
        at(now().plus(later), task);
    }

    void play() {
        for (Entry next = entries.poll(); next != null; next = entries.poll()) {
            time.set(start + next.when().toNanos() / 1_000);
            next.task().run();
        }
    }

    private record Entry(Duration when, long order, Runnable task) implements Comparable<Entry> {

        @Override
        public int compareTo(Entry other) {
            int byTime = when.compareTo(other.when);
            return byTime == 0 ? Long.compare(order, other.order) : byTime;
        }
    }
}
