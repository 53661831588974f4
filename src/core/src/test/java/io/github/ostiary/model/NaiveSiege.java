package io.github.ostiary.model;

import io.github.ostiary.TimeSource;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.rule.SiegeThreshold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the page about sign-ins says of a siege, by all that ever happened, wherever it did. */
final class NaiveSiege {

    private static final long HALF_MINUTE = 30_000_000;
    private static final long HOUR = 3_600_000_000L;
    private static final long TEN_MINUTES = 600_000_000;

    /** Something that counted, and whether a siege was on. */
    private record Happened(long micros, Sign sign, String who, boolean besieged) {}

    private final TimeSource time;
    private final SiegeThreshold terms;
    private final List<Happened> all = new ArrayList<>();

    /** When a name last succeeded so that it counted, a network failed, or left a challenge without having passed one since. */
    private final Map<String, Long> counted = new HashMap<>();

    private boolean besieged;
    private long ended;

    NaiveSiege(TimeSource time, SiegeThreshold terms) {
        this.time = time;
        this.terms = terms;
    }

    /** A name counts once an hour, a network once in ten minutes. */
    void count(Sign sign, String who) {
        long now = time.micros();
        if (sign == Sign.PASSED) {
            Long left = counted.remove(Sign.CHALLENGED + who);
            boolean unused = left != null
                    && now - left < TEN_MINUTES
                    && all.removeIf(
                            one -> one.sign() == Sign.CHALLENGED && one.who().equals(who) && one.micros() == left);
        } else {
            Long last = counted.get(sign + who);
            if (last == null || now - last >= (sign == Sign.SUCCEEDED ? HOUR : TEN_MINUTES)) {
                counted.put(sign + who, now);
                all.add(new Happened(now, sign, who, besieged));
            }
        }
        boolean unused = on();
    }

    /** What was counted stays so; who comes again counts again. */
    void forgetWho() {
        counted.clear();
    }

    boolean on() {
        if (besieged && !goesOn()) {
            besieged = false;
            ended = slot();
        } else if (!besieged && begins() && goesOn()) {
            besieged = true;
            ledTo();
        }
        return besieged;
    }

    /** The failures that led to a siege were not usual. */
    private void ledTo() {
        long since = Math.max(slot() - terms.windowMicros() / HALF_MINUTE, ended - 1);
        all.replaceAll(one -> one.sign() == Sign.FAILED && one.micros() / HALF_MINUTE > since
                ? new Happened(one.micros(), one.sign(), one.who(), true)
                : one);
    }

    private long slot() {
        return time.micros() / HALF_MINUTE;
    }

    /** So many failures in the window; of those since the last siege enough, and by their share they are no usual day's. */
    private boolean begins() {
        long window = slot() - terms.windowMicros() / HALF_MINUTE;
        long since = Math.max(window, ended - 1);
        int failed = since(Sign.FAILED, since);
        return since(Sign.FAILED, window) >= terms.failures()
                && failed >= few()
                && unusual(failed, since(Sign.SUCCEEDED, since), 3);
    }

    private boolean goesOn() {
        long from = slot() - 20;
        int failed = since(Sign.FAILED, from);
        int right = since(Sign.SUCCEEDED, from);
        int unpassed = since(Sign.CHALLENGED, from);
        boolean nobodyPasses = unpassed >= few() && unpassed >= (failed + right) / 50.0;
        return failed + unpassed >= few() && (nobodyPasses || unusual(failed + unpassed, right, 2));
    }

    private int few() {
        return Math.min(5, terms.failures());
    }

    /** So many times the usual share of failures, or a fraction of the usual one of successes. */
    private boolean unusual(double signs, int successes, int times) {
        double usual = Math.max(0.01, (usual(true) + 5) / (usual(false) + 50));
        double share = signs / (signs + successes);
        return share >= times * usual || share >= 1 - (1 - usual) / times;
    }

    /** In the half minutes after one. */
    private int since(Sign sign, long from) {
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
