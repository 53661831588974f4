package io.github.ostiary.setup;

import io.github.ostiary.Decision;
import io.github.ostiary.TimeSource;
import io.github.ostiary.text.Log;
import java.util.concurrent.atomic.AtomicLong;

/** The log's account of what rules with {@code enforce=false} would have denied, at most every ten seconds. Thread-safe. */
final class ShadowReport {

    private static final System.Logger LOG = Log.of(ShadowReport.class);
    private static final long PAUSE_MICROS = 10_000_000;

    private final TimeSource time;
    private final AtomicLong unreported = new AtomicLong();
    private final AtomicLong nextMicros = new AtomicLong();

    ShadowReport(TimeSource time) {
        this.time = time;
    }

    /** Takes note of a decision. */
    void seen(Decision decision) {
        if (decision.shadowed()) {
            unreported.incrementAndGet();
            long now = time.micros();
            long next = nextMicros.get();
            if (now >= next && nextMicros.compareAndSet(next, now + PAUSE_MICROS)) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "Rules with enforce=false would have denied {0} calls since the last such line",
                        unreported.getAndSet(0));
            }
        }
    }
}
