package io.github.ostiary.model;

import io.github.ostiary.TimeSource;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.rule.Siege.Threshold;
import java.util.ArrayList;
import java.util.List;

/** What the page about sign-ins says of a siege, by all that ever happened. */
final class NaiveSiege {

    private static final long HALF_MINUTE = 30_000_000;
    private static final long HOUR = 3_600_000_000L;

    /** Something that happened, and whether a siege was on. */
    private record Happened(long micros, Sign sign, boolean besieged) {}

    private final TimeSource time;
    private final Threshold terms;
    private final List<Happened> all = new ArrayList<>();
    private boolean besieged;

    NaiveSiege(TimeSource time, Threshold terms) {
        this.time = time;
        this.terms = terms;
    }

    void count(Sign sign) {
        all.add(new Happened(time.micros(), sign, besieged));
        if (besieged) {
            besieged = goesOn();
        } else {
            besieged = begins();
        }
    }

    boolean on() {
        besieged = besieged && goesOn();
        return besieged;
    }

    private boolean begins() {
        double failed = within(Sign.FAILED, terms.windowMicros());
        if (failed < terms.failures()) {
            return false;
        }
        double share = failed / (failed + within(Sign.SUCCEEDED, terms.windowMicros()));
        double usual = usual(true);
        double usualShare = usual(false) < 50 ? 0.1 : Math.max(0.01, usual / usual(false));
        return share >= Math.min(1, 3 * usualShare) || failed >= 10 * usual * terms.windowMicros() / (24.0 * HOUR);
    }

    private boolean goesOn() {
        long minutes = 20 * HALF_MINUTE;
        int unpassed = Math.max(0, within(Sign.CHALLENGED, minutes) - within(Sign.PASSED, minutes));
        int signs = within(Sign.FAILED, minutes) + unpassed;
        return signs >= terms.failures() / 8.0 && signs >= 2 * usual(true) * minutes / (24.0 * HOUR);
    }

    /** In the half minutes of the last time. */
    private int within(Sign sign, long micros) {
        long from = time.micros() / HALF_MINUTE - micros / HALF_MINUTE;
        int count = 0;
        for (int i = all.size() - 1; i >= 0 && all.get(i).micros() / HALF_MINUTE > from; i--) {
            count += all.get(i).sign() == sign ? 1 : 0;
        }
        return count;
    }

    /** Attempts, or failures alone, of the last 24 whole hours outside of sieges. */
    private double usual(boolean failures) {
        long hour = time.micros() / HOUR;
        int count = 0;
        for (int i = all.size() - 1; i >= 0 && all.get(i).micros() / HOUR >= hour - 24; i--) {
            Happened one = all.get(i);
            boolean counts = one.sign() == Sign.FAILED || !failures && one.sign() == Sign.SUCCEEDED;
            count += counts && !one.besieged() && one.micros() / HOUR < hour ? 1 : 0;
        }
        return count;
    }
}
