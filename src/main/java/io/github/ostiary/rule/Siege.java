package io.github.ostiary.rule;

import static io.github.ostiary.rule.SiegeCounts.AHEAD;
import static io.github.ostiary.rule.SiegeCounts.HOUR_MICROS;
import static io.github.ostiary.rule.SiegeCounts.SLOT_MICROS;

import io.github.ostiary.TimeSource;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The state of siege of a sign-in: so many failures from everywhere that no single name, address or network stands out. It is
 * measured in constant memory, on this node and with what other nodes say. Thread-safe.
 */
public final class Siege {

    /*
     * Naive: count failures, and ask everybody for a captcha above a threshold. Flaws: a Monday morning is an attack, and an
     * attack that is met by captchas fails no more, so that the siege ends, the attack goes on, and so forth all day.
     *
     * Begin: the failures of a window reach a threshold, and their share of all attempts is three times that of the trailing
     * day, or the share of successes a third. A name's success counts once an hour, so that no attacker hides behind an account
     * that works. What happens during a siege, and the failures that led to it, are no part of the trailing
     * day.
     *
     * End: a challenge that is not passed is a sign of the attack as much as a failure is. The siege ends when ten minutes
     * had fewer than five signs, or less than twice their usual share; unless members, who pass their challenges, cannot
     * have left so many: five, and one for fifty attempts. What led to a siege leads to no other: only what came after its
     * end does, so that it outlives its attack by ten minutes and a slot.
     *
     * Slots of 30 seconds for an hour, and of an hour for a day; what other nodes have counted is added to them.
     */

    /** The number of failures that begins a siege, and within which time. */
    public record Threshold(int failures, long windowMicros) {}

    /** The signs of an attack, and of none. */
    public enum Sign {
        FAILED,
        SUCCEEDED,
        /** A challenge was asked for, and its answer did not come with the attempt, or was wrong. */
        CHALLENGED,
        /** A challenge that the siege asked for was passed. */
        PASSED
    }

    private static final long TAIL_MICROS = 20 * SLOT_MICROS;

    /** What is supposed of a site that is not known: that so many of its attempts had this share of failures. */
    private static final int YOUNG = 50;

    private static final double USUAL_SHARE = 0.1;
    private static final double BEGINS = 3;
    private static final double GOES_ON = 2;

    /** Fewer signs in ten minutes are no attack. */
    private static final int FEW = 5;

    /** So many of those who sign in may leave a challenge unanswered, and are no attack. */
    private static final double GIVE_UP = 0.02;

    /** What another node has said of its siege is believed for so long: it may have stopped since. */
    private static final long BELIEVED_SLOTS = 4;

    /** Where a name's last success is noted, by its hash: names that meet there count as one, usually and in an attack. */
    private static final int NAMES = 1 << 14;

    private static final int NEVER = Integer.MIN_VALUE;

    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();

    /** Behind the lock, as is all that follows: of this node, and what the others said last. */
    private final SiegeCounts own = new SiegeCounts();

    private final int[] succeeded = new int[NAMES];
    private SiegeCounts others = new SiegeCounts();

    /** In which slot others were besieged last, and here or there one was over. */
    private long othersBesieged;

    private long ended;
    private long changes;
    private volatile boolean begun;
    private volatile boolean here;

    /**
     * Nothing counted yet.
     *
     * @param time by which slots begin; of all nodes, as far as their clocks agree
     */
    public Siege(TimeSource time) {
        this.time = time;
        Arrays.fill(succeeded, NEVER);
    }

    /** Something happened, once, other than a success. */
    public void count(Sign sign, Threshold terms) {
        lock.lock();
        try {
            count(sign, terms, time.micros());
        } finally {
            lock.unlock();
        }
    }

    /**
     * An attempt has succeeded.
     *
     * @param identity whose name was tried
     */
    public void succeeded(String identity, Threshold terms) {
        lock.lock();
        try {
            long now = time.micros();
            int slot = Math.toIntExact(now / SLOT_MICROS);
            int at = (identity.hashCode() * 0x9E3779B1) >>> 18; // the upper 14 bits
            if (succeeded[at] == NEVER || slot - succeeded[at] >= HOUR_MICROS / SLOT_MICROS) {
                succeeded[at] = slot;
                count(Sign.SUCCEEDED, terms, now);
            }
        } finally {
            lock.unlock();
        }
    }

    private void count(Sign sign, Threshold terms, long now) {
        own.add(sign, 1, now / SLOT_MICROS);
        boolean attempt = sign == Sign.FAILED || sign == Sign.SUCCEEDED;
        if (attempt && !begun) {
            own.addUsual(sign, now);
        }
        changes++;
        judge(terms, now);
    }

    /**
     * Whether there is one now.
     *
     * @param terms of the rule
     */
    public boolean on(Threshold terms) {
        if (begun || othersBesieged > 0) {
            lock.lock();
            try {
                judge(terms, time.micros());
            } finally {
                lock.unlock();
            }
        }
        return begun;
    }

    /** Whether the last one was found here first, and not heard of. */
    public boolean beganHere() {
        return here;
    }

    private void judge(Threshold terms, long now) {
        long slot = now / SLOT_MICROS;
        boolean before = begun;
        boolean heard = othersBesieged > 0 && slot - othersBesieged <= BELIEVED_SLOTS;
        begun = (before || heard) ? goesOn(terms, now) : begins(terms, now);
        if (!begun) {
            othersBesieged = 0;
        } else if (!before) {
            here = !heard;
            own.forget(windowed(terms, slot), slot);
        }
        if (before && !begun) {
            ended = slot;
        }
        changes += before == begun ? 0 : 1;
    }

    private boolean begins(Threshold terms, long now) {
        long slot = now / SLOT_MICROS;
        int failed = sum(Sign.FAILED, slot - terms.windowMicros / SLOT_MICROS, slot);
        if (failed < terms.failures) {
            return false;
        }
        long since = windowed(terms, slot);
        int unexplained = sum(Sign.FAILED, since, slot);
        return unexplained >= few(terms) && isUnusual(unexplained, sum(Sign.SUCCEEDED, since, slot), BEGINS, now);
    }

    /** The slot after which what happens may begin a siege. */
    private long windowed(Threshold terms, long slot) {
        return Math.max(slot - terms.windowMicros / SLOT_MICROS, ended - 1);
    }

    private boolean goesOn(Threshold terms, long now) {
        long slot = now / SLOT_MICROS;
        long from = slot - TAIL_MICROS / SLOT_MICROS;
        int failed = sum(Sign.FAILED, from, slot);
        int succeeded = sum(Sign.SUCCEEDED, from, slot);
        int unpassed = Math.max(0, sum(Sign.CHALLENGED, from, slot) - sum(Sign.PASSED, from, slot));
        int few = few(terms);
        boolean refused = unpassed >= Math.max(few, GIVE_UP * (failed + succeeded));
        return failed + unpassed >= few && (refused || isUnusual(failed + unpassed, succeeded, GOES_ON, now));
    }

    private static int few(Threshold terms) {
        return Math.min(FEW, terms.failures);
    }

    /** Whether signs of an attack have so many times their usual share, or successes a fraction of theirs. */
    private boolean isUnusual(int signs, int successes, double times, long now) {
        double usual = usualShare(now);
        double share = signs / (double) (signs + successes);
        return share >= Math.min(times * usual, 1 - (1 - usual) / times);
    }

    private int sum(Sign sign, long from, long to) {
        return own.sum(sign, from, to) + others.sum(sign, from, to);
    }

    private int usual(int what, long now) {
        long hour = now / HOUR_MICROS;
        return own.usual(what, hour) + others.usual(what, hour);
    }

    /** What is supposed of a young site weighs less and less. */
    private double usualShare(long now) {
        double failed = usual(0, now) + YOUNG * USUAL_SHARE;
        return Math.max(0.01, failed / (usual(1, now) + YOUNG));
    }

    /** How often something has changed here: the same number, nothing new. */
    public long changes() {
        lock.lock();
        try {
            return changes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * What this node has counted, for the others.
     *
     * @return short: what is not empty of the last hour and the last day
     */
    public String text() {
        lock.lock();
        try {
            long now = time.micros();
            StringBuilder text = new StringBuilder();
            text.append(begun ? now / SLOT_MICROS : 0).append(',').append(ended);
            own.write(text, now);
            return text.toString();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Hears all that other nodes have counted, in place of what they said before.
     *
     * @param texts of {@link #text} there
     * @throws IllegalArgumentException if one of them is no such text; nothing has changed then
     */
    public void hear(Iterable<String> texts) {
        SiegeCounts heard = new SiegeCounts();
        long now = time.micros();
        long slot = now / SLOT_MICROS;
        long besieged = 0;
        long over = 0;
        for (String text : texts) {
            String[] parts = text.split(";", -1);
            String[] head = parts[0].split(",", -1);
            besieged = Math.max(besieged, notAhead(Long.parseLong(head[0]), slot));
            over = head.length < 2 ? over : Math.max(over, notAhead(Long.parseLong(head[1]), slot));
            for (int i = 1; i < parts.length; i++) {
                heard.read(parts[i], now);
            }
        }
        lock.lock();
        try {
            others = heard;
            othersBesieged = besieged;
            ended = Math.max(ended, over);
        } finally {
            lock.unlock();
        }
    }

    private static long notAhead(long said, long slot) {
        return said <= slot + AHEAD ? said : 0;
    }
}
