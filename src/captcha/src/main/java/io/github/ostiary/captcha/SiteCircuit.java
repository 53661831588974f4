package io.github.ostiary.captcha;

import io.github.ostiary.text.Log;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** The circuit of one captcha service: when it has failed some times in a row, it is not asked for a while. Thread-safe. */
final class SiteCircuit {

    private static final System.Logger LOG = Log.of(SiteCircuit.class);
    private static final int FAILURES = 3;
    private static final long REST_MICROS = 30_000_000;

    /** A puzzle that was begun while the service was away is right for as long as puzzles are. */
    private static final long GRACE_MICROS = 600_000_000;

    private static final int MOST_PASSES = 16;

    private final String service;

    /** The questions for passes at a time, which no lockout counts. */
    final Semaphore passes = new Semaphore(MOST_PASSES);

    private final AtomicInteger failures = new AtomicInteger();
    private volatile long until = Long.MIN_VALUE;

    SiteCircuit(String service) {
        this.service = service;
    }

    boolean isAway(long now) {
        return now < until;
    }

    /** Whether the service is away, or was within the last ten minutes. */
    boolean wasAway(long now) {
        return until != Long.MIN_VALUE && now < until + GRACE_MICROS;
    }

    void answered() {
        failures.set(0);
    }

    /** After the rest one more failure begins the next. */
    void failed(long now, String why) {
        if (failures.incrementAndGet() >= FAILURES) {
            if (now >= until) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0} cannot check answers: {1}. It is not asked for 30 seconds; until then captcha.onFailure decides"
                                + " what callers get",
                        service,
                        why);
            }
            until = now + REST_MICROS;
        }
    }
}
