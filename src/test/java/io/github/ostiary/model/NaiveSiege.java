package io.github.ostiary.model;

import io.github.ostiary.TimeSource;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.rule.Siege.Threshold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the page about sign-ins says of a siege, by all that ever happened. */
final class NaiveSiege {

    private static final long HALF_MINUTE = 30_000_000;
    private static final long HOUR = 3_600_000_000L;

    /** Something that happened, and whether a siege was on. */
    private record Happened(long micros, Sign sign, int node, boolean besieged) {}

    private final TimeSource time;
    private final Threshold terms;
    private final List<Happened> all = new ArrayList<>();

    /** When a name last succeeded so that it counted, on a node. */
    private final Map<String, Long> succeeded = new HashMap<>();

    private boolean besieged;

    /** The node that has seen a siege begin, of which the others have not heard yet; below 0 if there is none. */
    private int seenBy = -1;

    private long ended;

    NaiveSiege(TimeSource time, Threshold terms) {
        this.time = time;
        this.terms = terms;
    }

    /** A name counts once an hour on each node. */
    void succeeded(int node, String name) {
        Long last = succeeded.get(node + name);
        if (last == null || slot() - last >= HOUR / HALF_MINUTE) {
            succeeded.put(node + name, slot());
            count(node, Sign.SUCCEEDED);
        }
    }

    void count(int node, Sign sign) {
        all.add(new Happened(time.micros(), sign, node, besieged));
        if (besieged) {
            boolean unused = on();
        } else {
            besieged = begins();
            if (besieged) {
                ledTo(node, true);
                seenBy = node;
            }
        }
    }

    boolean on() {
        if (besieged && !goesOn()) {
            besieged = false;
            ended = slot();
        } else if (besieged && seenBy >= 0) {
            ledTo(seenBy, false);
        }
        seenBy = -1;
        return besieged;
    }

    /** The failures that led to a siege were not usual: of a node itself, or of the others, who hear of it if it goes on. */
    private void ledTo(int node, boolean itself) {
        long since = Math.max(slot() - terms.windowMicros() / HALF_MINUTE, ended - 1);
        all.replaceAll(
                one -> one.sign() == Sign.FAILED && one.micros() / HALF_MINUTE > since && (one.node() == node) == itself
                        ? new Happened(one.micros(), one.sign(), one.node(), true)
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
        int unpassed = Math.max(0, since(Sign.CHALLENGED, from) - since(Sign.PASSED, from));
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
