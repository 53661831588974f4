package io.github.ostiary.redis;

import io.github.ostiary.CalendarWindow.Period;
import io.github.ostiary.store.Limit;

/** The words of a limit whose windows the calendar says: two windows about a time travel with the claim. Thread-safe. */
final class WindowWords {

    /*
     * Which window it is the server's clock says; where windows begin it cannot know. So the node sends the two windows whose
     * common boundary is nearest: there is room for half a window of difference between the two clocks, half an hour at
     * least, to either side. A server whose clock is outside of both decides nothing and says its time, and is asked again
     * with the windows about that.
     */
    private static final int LEAST_ZEROS = 3;

    private final Limit limit;
    private final String head;
    private final String tail;
    private volatile Pair known = new Pair(0, 0, "");

    /** The words from one moment to another: between the middles of two windows. */
    private record Pair(long from, long until, String words) {}

    WindowWords(Limit limit, String head, String tail) {
        this.limit = limit;
        this.head = head;
        this.tail = tail;
    }

    /** The windows as the script reads them. */
    String about(long micros) {
        Pair said = known;
        if (micros < said.from || micros >= said.until) {
            said = words(micros);
            known = said;
        }
        return said.words;
    }

    private Pair words(long micros) {
        Period now = limit.windowAt(micros);
        long middle = now.startMicros() + now.micros() / 2;
        boolean late = micros >= middle;
        Period first = late ? now : limit.windowAt(now.startMicros() - 1);
        Period second = late ? limit.windowAt(now.endMicros()) : now;
        String words = head
                + ' '
                + figure(first.startMicros())
                + ' '
                + figure(first.micros())
                + ' '
                + figure(second.micros())
                + tail;
        return late ? new Pair(middle, now.endMicros(), words) : new Pair(now.startMicros(), middle, words);
    }

    /** Boundaries end in zeros, which need not travel. */
    static String figure(long micros) {
        long left = micros;
        int zeros = 0;
        while (left != 0 && left % 10 == 0) {
            left /= 10;
            zeros++;
        }
        return zeros < LEAST_ZEROS ? Long.toString(micros) : left + "e" + zeros;
    }
}
