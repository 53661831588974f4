package io.github.ostiary.local;

import io.github.ostiary.store.Charge;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.HeldId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** A counter that this node is asked for often, and the part of it that it has taken ahead. Thread-safe. */
final class HotKey {

    /*
     * Naive: ten calls in 5 ms are two thousand a second. Flaw: what was extrapolated from a burst is taken and not used.
     * So only what was really asked for within the last second is wanted: of several marks, each with what had been asked for before it,
     * the oldest that is younger than a second tells.
     */
    private static final int MARKS = 16;

    /** The number of calls to the store within a second that makes fewer of them worth while. */
    private static final int HOT = 10;

    private final long[] times = new long[MARKS];
    private final long[] permitsBefore = new long[MARKS];
    private final long[] callsBefore = new long[MARKS];
    private int first;
    private int marks;

    private long permits;
    private long calls;

    /** Null until it is hot for the first time. */
    volatile @Nullable NodePart part;

    /**
     * The charge as the store is to be asked.
     *
     * @param out all parts of which the store may have something, by counter: grows by one that more is asked for
     */
    synchronized Charge asking(Charge charge, long now, ConcurrentMap<CounterId, List<NodePart>> out) {
        NodePart last = part;
        long used = last == null ? 0 : last.used();
        mark(now, permits + used);
        permits += charge.permits();
        calls++;
        NodePart current = last != null && !last.hasEnded() && last.limit().equals(charge.limit()) ? last : null;
        boolean alive = current != null && current.isAlive(now);
        long wanted = Math.min(charge.limit().tuning().ahead(), permits + used - permitsBefore[first]);
        if (!alive && (wanted < HOT || calls - callsBefore[first] < HOT)) {
            return charge;
        }
        NodePart next = current == null ? begin(charge, last) : current;
        add(next, out);
        return next.ask(charge, wanted, now);
    }

    /** The store may have something of a part from now on. */
    private static void add(NodePart part, ConcurrentMap<CounterId, List<NodePart>> out) {
        out.merge(part.charge.counterId(), List.of(part), (before, one) -> {
            List<NodePart> all = new ArrayList<>(before);
            all.addAll(one);
            return before.contains(part) ? before : all;
        });
    }

    private NodePart begin(Charge charge, @Nullable NodePart last) {
        if (last != null) {
            var unused = last.end();
            permits += last.used();
        }
        NodePart next = new NodePart(charge, HeldId.next());
        part = next;
        return next;
    }

    private void mark(long now, long asked) {
        while (marks > 0 && now - times[first] >= NodePart.LIFE_MICROS) {
            first = (first + 1) % MARKS;
            marks--;
        }
        int newest = (first + marks + MARKS - 1) % MARKS;
        if (marks == 0 || (marks < MARKS && now - times[newest] >= NodePart.LIFE_MICROS / MARKS)) {
            int next = (first + marks++) % MARKS;
            times[next] = now;
            permitsBefore[next] = asked;
            callsBefore[next] = calls;
        }
    }
}
