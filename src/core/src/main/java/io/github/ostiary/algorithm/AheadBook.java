package io.github.ostiary.algorithm;

import io.github.ostiary.store.Ahead;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The permits of one log that nodes have taken ahead, to admit calls without asking. Not thread-safe. */
final class AheadBook {

    /*
     * Naive: log what is taken ahead when it is taken. Flaw: 10 taken at 0 s and used at 59.9 s leave the log at 60 s, and
     * meet 100 more at 60.1 s.
     *
     * Model: a node's part has an end and a balance. What the node reports as used is logged when it is reported; what is left
     * at the end is logged at the end, used or not. Until then the balance counts as used.
     *
     * Invariant: a use is counted from before it happened until a window after it, so that any window holds at most `limit`:
     * in a window whose last grant is at time g, each other use was counted at g, for it was granted before and ended, or was
     * logged, less than a window ago. Entries stay in order, since what has ended is logged before anything else is done.
     *
     * Worked: 5 per 10 s; at 0 s one is used and 2 are taken ahead until 1 s: [0 s: 1], 2 out, 2 free. At 0.5 s the node
     * reports one used, and asks for one: [0 s: 1, 0.5 s: 2], 1 out. Nothing comes any more: at 1.5 s the last is logged,
     * [0 s: 1, 0.5 s: 2, 1.5 s: 1].
     */

    /** One request takes no more than this part of what is free: close to the limit nodes ask for each permit. */
    private static final int PART = 10;

    /**
     * The wait before a denial is asked about again while a part is out: it may come back at any time before its end,
     * µs.
     */
    static final long SOON_MICROS = 250_000;

    /** The balance of one node. */
    private static final class Balance {

        final String holder;
        long ends;
        long left;
        long used;
        long returned;

        Balance(Ahead first) {
            this.holder = first.holder();
            this.used = first.used();
            this.returned = first.returned();
        }
    }

    private final List<Balance> parts = new ArrayList<>(1);

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** All balances; they count as used. */
    long left() {
        long sum = 0;
        for (int i = 0; i < parts.size(); i++) {
            sum += parts.get(i).left;
        }
        return sum;
    }

    /** The end of the first part; only if there is one. */
    long firstEnd() {
        long first = parts.get(0).ends;
        for (int i = 1; i < parts.size(); i++) {
            first = Math.min(first, parts.get(i).ends);
        }
        return first;
    }

    /** The end of the last part; only if there is one. */
    long lastEnd() {
        long last = parts.get(0).ends;
        for (int i = 1; i < parts.size(); i++) {
            last = Math.max(last, parts.get(i).ends);
        }
        return last;
    }

    /** Takes out the part that ends first; returns what is left of it. */
    long removeFirst() {
        long first = firstEnd();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).ends == first) {
                return parts.remove(i).left;
            }
        }
        throw new IllegalStateException("no part ends first");
    }

    /** How many permits a holder newly reports as used; they, and what it returns, are off its balance. */
    long report(Ahead ahead) {
        Balance part = find(ahead.holder());
        if (part == null) {
            return 0;
        }
        long used = Math.min(part.left, Math.max(0, ahead.used() - part.used));
        part.used = Math.max(part.used, ahead.used());
        part.left -= used;
        part.left -= Math.min(part.left, Math.max(0, ahead.returned() - part.returned));
        part.returned = Math.max(part.returned, ahead.returned());
        return used;
    }

    /** Gives a holder more, if there is room, and all it has until a new end; nothing to one that has returned all since. */
    void grant(Ahead ahead, long now, long room) {
        Balance part = find(ahead.holder());
        if (part == null) {
            part = new Balance(ahead);
            parts.add(part);
        }
        if (ahead.returned() < part.returned) { // it has said more since
            return;
        }
        part.left += Math.max(0, Math.min(ahead.wanted() - part.left, room / PART));
        part.ends = now + ahead.lifeMicros();
        if (part.left == 0) {
            parts.remove(part);
        }
    }

    /** The permits that a holder has. */
    long held(Ahead ahead) {
        Balance part = find(ahead.holder());
        return part == null ? 0 : part.left;
    }

    private @Nullable Balance find(String holder) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).holder.equals(holder)) {
                return parts.get(i);
            }
        }
        return null;
    }
}
