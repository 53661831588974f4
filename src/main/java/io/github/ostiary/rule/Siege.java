package io.github.ostiary.rule;

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
     * Begin: the failures of a window reach a threshold, and they are either three times the share of all attempts that they
     * were in the trailing day, or ten times as many as such a window had: whoever adds successes of their own lowers the
     * share, not the number. What happens during a siege is no part of the trailing day.
     *
     * End: a challenge that nobody passes is a sign of the attack as much as a failure is. The siege ends when the signs of
     * ten minutes are few: less than an eighth of the threshold, or than twice what ten minutes of the trailing day had.
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

    static final long SLOT_MICROS = 30_000_000;
    /** Clocks differ: so many slots ahead are heard from other nodes. */
    private static final int AHEAD = 2;

    private static final int SLOTS = 121 + AHEAD;
    private static final long HOUR_MICROS = 3_600_000_000L;
    private static final int HOURS = 25;
    private static final long TAIL_MICROS = 20 * SLOT_MICROS;
    private static final int SIGNS = Sign.values().length;

    /** A young site has few failures: until a day has shown how many, this share is taken for usual. */
    private static final double USUAL_SHARE = 0.1;

    private static final int YOUNG = 50;
    private static final double SHARES = 3;
    private static final double RATES = 10;

    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();

    /** Behind the lock, as is all that follows: of this node, and what the others said last. */
    private final Counts own = new Counts();

    private Counts others = new Counts();
    private boolean othersBesieged;
    private long changes;
    private volatile boolean begun;

    /**
     * Nothing counted yet.
     *
     * @param time by which slots begin; of all nodes, as far as their clocks agree
     */
    public Siege(TimeSource time) {
        this.time = time;
    }

    /** Counts by slot: each belongs to the time that its number says. */
    private static final class Counts {

        private final long[] slots = new long[SLOTS];
        private final int[][] signs = new int[SLOTS][SIGNS];
        private final long[] hours = new long[HOURS];
        private final int[][] usual = new int[HOURS][2];

        void add(Sign sign, int many, long slot) {
            int at = (int) Math.floorMod(slot, (long) SLOTS);
            if (slots[at] != slot) {
                slots[at] = slot;
                Arrays.fill(signs[at], 0);
            }
            signs[at][index(sign)] += many;
        }

        void addUsual(int failed, int attempts, long hour) {
            int at = (int) Math.floorMod(hour, (long) HOURS);
            if (hours[at] != hour) {
                hours[at] = hour;
                Arrays.fill(usual[at], 0);
            }
            usual[at][0] += failed;
            usual[at][1] += attempts;
        }

        int sum(Sign sign, long fromSlot, long toSlot) {
            int sum = 0;
            for (int i = 0; i < SLOTS; i++) {
                sum += slots[i] > fromSlot && slots[i] <= toSlot ? signs[i][index(sign)] : 0;
            }
            return sum;
        }

        int usual(int what, long hour) {
            int sum = 0;
            for (int i = 0; i < HOURS; i++) {
                sum += hours[i] >= hour - 24 && hours[i] < hour ? usual[i][what] : 0;
            }
            return sum;
        }
    }

    private static int index(Sign sign) {
        return switch (sign) {
            case FAILED -> 0;
            case SUCCEEDED -> 1;
            case CHALLENGED -> 2;
            case PASSED -> 3;
        };
    }

    /** Something happened, once. */
    public void count(Sign sign, Threshold terms) {
        lock.lock();
        try {
            long now = time.micros();
            own.add(sign, 1, now / SLOT_MICROS);
            boolean attempt = sign == Sign.FAILED || sign == Sign.SUCCEEDED;
            if (attempt && !begun) {
                own.addUsual(sign == Sign.FAILED ? 1 : 0, 1, now / HOUR_MICROS);
            }
            changes++;
            judge(terms, now);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether there is one now.
     *
     * @param terms of the rule
     */
    public boolean on(Threshold terms) {
        if (begun || othersBesieged) {
            lock.lock();
            try {
                judge(terms, time.micros());
            } finally {
                lock.unlock();
            }
        }
        return begun;
    }

    /** Whether there was one when it was last asked. */
    public boolean begun() {
        return begun;
    }

    private void judge(Threshold terms, long now) {
        long slot = now / SLOT_MICROS;
        if (begun || othersBesieged) {
            long from = slot - TAIL_MICROS / SLOT_MICROS;
            int unpassed = sum(Sign.CHALLENGED, from, slot) - sum(Sign.PASSED, from, slot);
            int signs = sum(Sign.FAILED, from, slot) + Math.max(0, unpassed);
            begun = signs >= Math.max(terms.failures / 8.0, 2 * usualFailures(now, TAIL_MICROS));
            othersBesieged &= begun;
            return;
        }
        long from = slot - terms.windowMicros / SLOT_MICROS;
        int failed = sum(Sign.FAILED, from, slot);
        if (failed < terms.failures) {
            return;
        }
        double share = failed / (double) (failed + sum(Sign.SUCCEEDED, from, slot));
        begun = share >= Math.min(1, SHARES * usualShare(now))
                || failed >= RATES * usualFailures(now, terms.windowMicros);
    }

    private int sum(Sign sign, long from, long to) {
        return own.sum(sign, from, to) + others.sum(sign, from, to);
    }

    private int usual(int what, long now) {
        long hour = now / HOUR_MICROS;
        return own.usual(what, hour) + others.usual(what, hour);
    }

    private double usualShare(long now) {
        int attempts = usual(1, now);
        return attempts < YOUNG ? USUAL_SHARE : Math.max(0.01, usual(0, now) / (double) attempts);
    }

    private double usualFailures(long now, long micros) {
        return usual(0, now) * (double) micros / (24 * HOUR_MICROS);
    }

    /** How often something was counted here: the same number, nothing new. */
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
    public String told() {
        lock.lock();
        try {
            long now = time.micros();
            StringBuilder text = new StringBuilder(begun ? "1" : "0");
            for (int i = 0; i < SLOTS; i++) {
                if (now / SLOT_MICROS - own.slots[i] < SLOTS && own.slots[i] > 0) {
                    text.append(";s").append(own.slots[i]);
                    for (int count : own.signs[i]) {
                        text.append(',').append(count);
                    }
                }
            }
            for (int i = 0; i < HOURS; i++) {
                if (now / HOUR_MICROS - own.hours[i] < HOURS && own.hours[i] > 0) {
                    text.append(";h").append(own.hours[i]);
                    text.append(',').append(own.usual[i][0]).append(',').append(own.usual[i][1]);
                }
            }
            return text.toString();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Hears all that other nodes have counted, in place of what they said before.
     *
     * @param told by {@link #told} there
     * @throws IllegalArgumentException if one of them is no such text; nothing has changed then
     */
    public void hear(Iterable<String> told) {
        Counts heard = new Counts();
        boolean besieged = false;
        long now = time.micros();
        for (String text : told) {
            String[] parts = text.split(";", -1);
            for (int i = 1; i < parts.length; i++) {
                read(parts[i], heard, now);
            }
            besieged |= parts[0].equals("1");
        }
        lock.lock();
        try {
            others = heard;
            othersBesieged = besieged;
        } finally {
            lock.unlock();
        }
    }

    /** A clock that is far ahead, and what was said long ago, must not push out what is of this time. */
    private static void read(String part, Counts heard, long now) {
        if (part.isEmpty()) {
            return;
        }
        String[] words = part.substring(1).split(",", -1);
        long number = Long.parseLong(words[0]);
        if (part.charAt(0) == 's' && words.length == 1 + SIGNS && isNear(number, now / SLOT_MICROS + AHEAD, SLOTS)) {
            for (Sign sign : Sign.values()) {
                heard.add(sign, Integer.parseInt(words[1 + index(sign)]), number);
            }
        } else if (part.charAt(0) == 'h' && words.length == 3 && isNear(number, now / HOUR_MICROS, HOURS)) {
            heard.addUsual(Integer.parseInt(words[1]), Integer.parseInt(words[2]), number);
        }
    }

    private static boolean isNear(long number, long newest, int kept) {
        return number <= newest && number > newest - kept;
    }
}
