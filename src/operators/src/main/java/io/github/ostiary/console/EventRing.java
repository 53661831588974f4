package io.github.ostiary.console;

import io.github.ostiary.GuardListener;
import io.github.ostiary.TimeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/** The last events of a guard on this node. Thread-safe. */
final class EventRing implements GuardListener {

    static final int CAPACITY = 1_000;

    /**
     * An event. Immutable.
     *
     * @param number counted from 1
     * @param micros when it was heard, since 1970
     * @param event what happened
     */
    record Heard(long number, long micros, Event event) {}

    private final TimeSource time;
    private final Deque<Heard> heard = new ArrayDeque<>();
    private long count;

    EventRing(TimeSource time) {
        this.time = time;
    }

    /** The time by which events are heard, µs since 1970. */
    long now() {
        return time.micros();
    }

    @Override
    public void on(Event event) {
        long now = time.micros();
        synchronized (heard) {
            heard.addFirst(new Heard(++count, now, event));
            if (heard.size() > CAPACITY) {
                heard.removeLast();
            }
        }
    }

    /** The newest, first. */
    List<Heard> last(Predicate<Event> wanted) {
        List<Heard> found = new ArrayList<>();
        synchronized (heard) {
            for (Heard each : heard) {
                if (wanted.test(each.event())) {
                    found.add(each);
                }
            }
        }
        return found;
    }
}
