package io.github.ostiary.testing;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.store.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What one limit did with a trace; all times are ms since its begin.
 *
 * @param admitted when actions were let in
 * @param denied when they were not
 * @param left from when on so many permits were left
 */
record AlgorithmRun(Limit limit, List<Integer> admitted, List<Integer> denied, NavigableMap<Integer, Long> left) {

    private static final long BEGIN_MICROS = 1_700_000_000_000_000L;
    private static final int LOOK_MILLIS = 50;

    /** Asks a guard at the times of a trace, and looks at it in between. */
    static AlgorithmRun of(Backend backend, Limit limit, List<Integer> trace, int endMillis) {
        ManualTimeSource time = new ManualTimeSource();
        Key key = Key.of("caller");
        AlgorithmRun run = new AlgorithmRun(limit, new ArrayList<>(), new ArrayList<>(), new TreeMap<>());
        try (Guard guard = backend.guard(time, UUID.randomUUID().toString(), List.of(limit))) {
            RateLimiter limiter = guard.limiter("test");
            for (int at = 0; at <= endMillis; at += LOOK_MILLIS) {
                time.set(BEGIN_MICROS + at * 1_000L);
                if (trace.contains(at)) {
                    (limiter.tryAcquire(key).allowed() ? run.admitted : run.denied).add(at);
                }
                run.look(at, limiter.peek(key).remaining().orElseThrow());
            }
        }
        return run;
    }

    private void look(int at, long remaining) {
        if (left.isEmpty() || left.lastEntry().getValue() != remaining) {
            left.put(at, remaining);
        }
    }

    /** The first admitted action of the window that holds the most of them. */
    int fullest(int windowMillis) {
        return admitted.stream()
                .reduce((a, b) -> within(b, windowMillis) > within(a, windowMillis) ? b : a)
                .orElseThrow();
    }

    /** The actions admitted in the window that begins then. */
    int within(int begin, int windowMillis) {
        return (int) admitted.stream()
                .filter(at -> at >= begin && at < begin + windowMillis)
                .count();
    }

    /** When a window opened that was shut when its first action came. */
    List<Integer> opened(int windowMillis) {
        List<Integer> opened = new ArrayList<>();
        for (int at : admitted) {
            if (opened.isEmpty() || at >= opened.get(opened.size() - 1) + windowMillis) {
                opened.add(at);
            }
        }
        return opened;
    }
}
