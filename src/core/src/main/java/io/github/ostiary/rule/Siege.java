package io.github.ostiary.rule;

import static io.github.ostiary.rule.SiegeCounts.HOUR_MICROS;
import static io.github.ostiary.rule.SiegeCounts.SLOT_MICROS;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.SharedState.Count;
import io.github.ostiary.store.SharedState.Sums;
import io.github.ostiary.store.SharedState.Tally;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The state of siege of a sign-in: so many failures from everywhere that no single name, address or network stands out. It is
 * measured in constant memory, on this node and with what other nodes say. Thread-safe.
 */
public final class Siege {

    /*
     * Naive: count failures, and ask everybody for a captcha above a threshold. Flaws: a Monday morning is an attack, and an
     * attack that is met by captchas fails no more, so that the siege ends, the attack goes on, and so forth all day; and one
     * address is enough.
     *
     * Begin: the failures of a window reach a threshold, and their share of all attempts is three times that of the trailing
     * day, or the share of successes a third. A network's failures count once in ten minutes, so that no single one begins a
     * siege, and a name's success once an hour, so that no attacker hides behind an account that works. What happens during a
     * siege, and the failures that led to it, are no part of the trailing day.
     *
     * End: a challenge that is not passed is a sign of the attack as much as a failure is; those of a network are one. The
     * siege ends when ten minutes had fewer than five signs, or less than twice their usual share; unless members, who pass
     * their challenges, cannot have left so many: five, and one for fifty attempts. What led to a siege leads to no other: only
     * what came after its end does, so that it outlives its attack by ten minutes and a slot.
     *
     * Slots of 30 seconds for an hour, and of an hour for a day. They are sums of all nodes, in the store, which counts each
     * thing once; a siege begins and ends there, too, by the number of its turns, so that one node tells of each. While the
     * store does not answer, each node counts by itself, and tells of it afterwards.
     */

    /** The signs of an attack, and of none. */
    public enum Sign {
        FAILED,
        SUCCEEDED,
        /** A challenge was asked for, and its answer did not come with the attempt, or was wrong. */
        CHALLENGED,
        /** A challenge that the siege asked for was passed. */
        PASSED
    }

    /** The number of networks and names that are known here; the oldest are forgotten. */
    private static final int SEEN = 1 << 14;

    private static final long NETWORK_MICROS = 600_000_000;
    private static final long TURN_MICROS = 25 * HOUR_MICROS;

    /** A thing that is counted once in a while. */
    private enum Mark {
        FAILED('f', NETWORK_MICROS),
        SUCCEEDED('s', HOUR_MICROS),
        CHALLENGED('c', NETWORK_MICROS);

        private final char letter;
        private final long micros;

        Mark(char letter, long micros) {
            this.letter = letter;
            this.micros = micros;
        }

        String of(String who) {
            return letter + "-" + who;
        }

        /** The sums of a slot, and of the attempts of an hour; of a day that is not usual if the hour is below 0. */
        Map<String, Long> sums(long slot, long hour) {
            boolean failed = this == FAILED;
            if (hour < 0 || this == CHALLENGED) {
                return Map.of((failed ? SiegeCounts.UNUSUAL : letter) + Long.toString(slot), 1L);
            }
            String counted = letter + Long.toString(slot);
            String attempts = SiegeCounts.USUAL_ATTEMPTS + Long.toString(hour);
            return failed
                    ? Map.of(counted, 1L, attempts, 1L, SiegeCounts.USUAL_FAILURES + Long.toString(hour), 1L)
                    : Map.of(counted, 1L, attempts, 1L);
        }
    }

    /** The time of what was counted here, and the slot in which it was told. */
    private record Sighting(long micros, long slot) {}

    private static final Sighting NEVER = new Sighting(0, -1);

    /** The number of words that are kept for the others while they do not hear: the oldest goes. */
    private static final int UNSAID = 500;

    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private final long node = new SplittableRandom().nextLong(1, 1L << 40);

    /** Behind the lock, as is all that follows: the sums of all nodes, and what they have not got of this one. */
    private final SiegeSigns signs = new SiegeSigns();

    private List<Count> saying = List.of();
    private final Deque<Count> unsaid = new ArrayDeque<>();

    /** The sightings by mark, the oldest first. */
    private final LinkedHashMap<String, Sighting> seen = new LinkedHashMap<>();

    private String epoch = "";
    private Set<String> gone = Set.of();

    /** The slot in which all sums were last heard; below 0 if all are to be heard. */
    private long wholeSlot = -1;

    private volatile @Nullable SiegeThreshold known;
    private volatile boolean begun;

    /**
     * Nothing counted yet.
     *
     * @param time by which slots begin; of all nodes, as far as their clocks agree
     */
    public Siege(TimeSource time) {
        this.time = time;
    }

    /**
     * Something happened.
     *
     * @param who the name that succeeded, or the network of any other sign
     */
    public void count(Sign sign, String who, SiegeThreshold terms) {
        lock.lock();
        try {
            long now = time.micros();
            switch (sign) {
                case FAILED -> count(Mark.FAILED, who, now);
                case SUCCEEDED -> count(Mark.SUCCEEDED, who, now);
                case CHALLENGED -> count(Mark.CHALLENGED, who, now);
                case PASSED -> passed(Mark.CHALLENGED.of(who), now);
            }
            known = terms;
            if (signs.alone) {
                judge(now);
            }
        } finally {
            lock.unlock();
        }
    }

    private void count(Mark mark, String who, long now) {
        String name = mark.of(who);
        long slot = now / SLOT_MICROS;
        Sighting before = seen.getOrDefault(name, NEVER);
        boolean here = before.slot < 0 || now - before.micros >= mark.micros;
        if (!here && before.slot == slot) {
            return;
        }
        seen.remove(name);
        seen.put(name, new Sighting(here ? now : before.micros, slot));
        if (seen.size() > SEEN) {
            seen.remove(seen.keySet().iterator().next());
        }
        Map<String, Long> sums = mark.sums(slot, begun ? -1 : now / HOUR_MICROS);
        if (here) {
            sums.forEach((sum, by) -> signs.own.add(sum, by, now));
        }
        say(new Count(name, mark.micros, sums));
    }

    /** Takes back what the network's challenge has counted, here or elsewhere. */
    private void passed(String name, long now) {
        @Nullable Sighting left = seen.remove(name);
        if (left != null) {
            signs.own.add(SiegeCounts.CHALLENGED + Long.toString(left.micros / SLOT_MICROS), -1, now);
        }
        say(new Count(name, 0, Map.of()));
    }

    private void say(Count count) {
        unsaid.addLast(count);
        if (unsaid.size() > UNSAID) {
            unsaid.removeFirst();
        }
    }

    /**
     * Whether there is one now.
     *
     * @param terms of the rule
     */
    public boolean on(SiegeThreshold terms) {
        if (!Objects.equals(known, terms) || (begun && signs.alone)) {
            lock.lock();
            try {
                known = terms;
                if (signs.alone) {
                    judge(time.micros());
                }
            } finally {
                lock.unlock();
            }
        }
        return begun;
    }

    /** Whether the last one was found here first, or its end. */
    public boolean beganHere() {
        lock.lock();
        try {
            return signs.rest(SiegeCounts.TURNED_BY) == node;
        } finally {
            lock.unlock();
        }
    }

    private void judge(long now) {
        SiegeThreshold terms = known;
        if (terms == null) {
            return;
        }
        long slot = now / SLOT_MICROS;
        boolean next = (begun || signs.begins(terms, slot)) && signs.goesOn(terms, slot);
        if (next != begun) {
            turn(next, terms, now);
        }
    }

    /** Turns; of all nodes that see the same turn one is counted. */
    private void turn(boolean next, SiegeThreshold terms, long now) {
        long slot = now / SLOT_MICROS;
        Map<String, Long> sums = new HashMap<>();
        if (next) {
            sums.putAll(signs.heard.forgotten(signs.windowed(terms, slot), slot));
            if (signs.alone) {
                signs.own
                        .forgotten(signs.windowed(terms, slot), slot)
                        .forEach((name, by) -> sums.merge(name, by, Long::sum));
            }
        } else {
            sums.put(String.valueOf(SiegeCounts.ENDED), slot - signs.total(SiegeCounts.ENDED));
        }
        long turns = signs.total(SiegeCounts.TURNS);
        sums.put(String.valueOf(SiegeCounts.TURNS), 1L);
        sums.put(String.valueOf(SiegeCounts.TURNED_BY), node - signs.total(SiegeCounts.TURNED_BY));
        sums.forEach((name, by) -> signs.own.add(name, by, now));
        say(new Count("t" + turns, TURN_MICROS, sums));
        begun = next;
    }

    /**
     * Whether to tell and hear.
     *
     * @param regularly or as soon as there may be a siege
     */
    public boolean owes(boolean regularly) {
        lock.lock();
        try {
            boolean news = !saying.isEmpty() || !unsaid.isEmpty();
            return wholeSlot < 0
                    || (regularly && (news || begun))
                    || unsaid.size() > UNSAID / 2
                    || (news && mayBegin());
        } finally {
            lock.unlock();
        }
    }

    /** Half of it is enough, for others may have more to tell. */
    private boolean mayBegin() {
        SiegeThreshold terms = known;
        return terms != null
                && !begun
                && signs.mayBegin(
                        new SiegeThreshold(terms.failures() / 2, terms.windowMicros()), time.micros() / SLOT_MICROS);
    }

    /** The tally to tell the others, and to ask them; told again unless {@link #hear} comes next. */
    public Tally tally() {
        lock.lock();
        try {
            List<Count> all = new ArrayList<>(saying);
            all.addAll(unsaid);
            unsaid.clear();
            saying = all.subList(Math.max(0, all.size() - UNSAID), all.size());
            long slot = time.micros() / SLOT_MICROS;
            boolean turns = signs.own.get(SiegeCounts.TURNS) != 0;
            return new Tally(List.copyOf(saying), gone, wholeSlot == slot && !turns ? recent(slot) : List.of(), turns);
        } finally {
            lock.unlock();
        }
    }

    /** The signs that may have changed, of as long as a siege can be passed. */
    private List<String> recent(long slot) {
        return SiegeCounts.recent(slot, begun ? SiegeSigns.TAIL_SLOTS : 1);
    }

    /**
     * Hears what all nodes have counted.
     *
     * @param asked what they were told and asked
     * @return whether there is more to tell at once
     */
    public boolean hear(Tally asked, Sums sums) {
        lock.lock();
        try {
            long now = time.micros();
            if (!epoch.isEmpty() && !epoch.equals(sums.epoch())) {
                saying = List.of();
                say(new Count(
                        "back-" + epoch,
                        TURN_MICROS,
                        signs.heard.all(now))); // of all nodes that know them one puts them back
                epoch = sums.epoch();
                wholeSlot = -1;
                seen.clear(); // as the store has: what comes next is told
                return true;
            }
            epoch = sums.epoch();
            signs.alone = false;
            if (!asked.wanted().isEmpty() && isTurned(sums)) {
                wholeSlot = -1; // this node asks for all sums next, and tells its counts once more
                return true;
            }
            saying = List.of();
            adopt(asked.wanted(), sums.values(), now);
            signs.own = new SiegeCounts();
            begun = signs.heard.get(SiegeCounts.TURNS) % 2 != 0;
            boolean before = begun;
            judge(now);
            return before != begun;
        } finally {
            lock.unlock();
        }
    }

    /** A turn changes sums that were not asked for, too: if these were lost next, sums of before and after would be put back together. */
    private boolean isTurned(Sums sums) {
        return sums.values().getOrDefault(String.valueOf(SiegeCounts.TURNS), 0L) != signs.heard.get(SiegeCounts.TURNS);
    }

    private void adopt(List<String> wanted, Map<String, Long> values, long now) {
        gone = Set.of();
        if (!wanted.isEmpty()) {
            wanted.forEach(name -> signs.heard.set(name, values.getOrDefault(name, 0L), now));
            return;
        }
        wholeSlot = now / SLOT_MICROS;
        signs.heard = new SiegeCounts();
        Set<String> old = new HashSet<>();
        values.forEach((name, value) -> {
            if (!signs.heard.add(name, value, now) && old.size() < UNSAID) {
                old.add(name);
            }
        });
        gone = old;
    }

    /** The others cannot be heard now. */
    public void alone() {
        lock.lock();
        try {
            signs.alone = true;
            wholeSlot = -1;
            judge(time.micros());
        } finally {
            lock.unlock();
        }
    }
}
