package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ostiary.Key;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Makes room in a full table, at the cost of those who filled it with names that they made up. Thread-safe. */
final class Decoys<C extends Claim> {

    /*
     * Naive: newcomers share counters once a table is full. Flaw: one address that fails once at each of 100,000 names that it
     * makes up has all who come after it share its further failures.
     *
     * Model: what one failure began, and no lock, is a decoy, and goes: first those of the network that has most counters, of
     * these the oldest. So a member's slip stays as long as there are decoys of a flood.
     *
     * Looked for among the next few of the table, round and round: no call walks through all of it. Whose counters are most
     * in the table are most among these.
     */
    private static final System.Logger LOG = Log.of(Decoys.class);
    private static final int LOOKED_AT = 256;
    private static final int LEAVE = 16;
    private static final long SILENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final Cache<CounterId, Counter<C>> counters;
    private final long capacity;
    private final Ticker ticker;
    private final AtomicBoolean busy = new AtomicBoolean();

    /** The place where the next are looked for. This and the next two are of the thread that is busy with it. */
    private Iterator<Map.Entry<CounterId, Counter<C>>> hand = Collections.emptyIterator();

    private long silentNanos;
    private boolean unnamed;

    Decoys(Cache<CounterId, Counter<C>> counters, long capacity, Ticker ticker) {
        this.counters = counters;
        this.capacity = capacity;
        this.ticker = ticker;
        this.silentNanos = ticker.read();
    }

    /**
     * Lets decoys go. While another thread does so, some newcomers more find room.
     *
     * @return false if the newcomer must share
     */
    boolean makeRoom(C newcomer, int spare) {
        boolean attempts = newcomer.needsSettling();
        if (!busy.compareAndSet(false, true)) {
            return attempts && counters.estimatedSize() < capacity + spare;
        }
        try {
            tell(newcomer, attempts ? letSomeGo() : 0);
        } finally {
            busy.set(false);
        }
        return counters.estimatedSize() < capacity;
    }

    /** Says which network has most. */
    private short letSomeGo() {
        List<Map.Entry<CounterId, Counter<C>>> some = next();
        Map<Short, Integer> shares = new HashMap<>();
        for (Map.Entry<CounterId, Counter<C>> each : some) {
            shares.merge(each.getValue().network, 1, Integer::sum);
        }
        some.sort((one, other) -> order(shares, one.getValue(), other.getValue()));
        int leave = (int) Math.min(LEAVE, 1 + capacity / LEAVE);
        for (int i = 0; i < some.size() && leave > 0; i++) {
            leave -= letGo(some.get(i).getKey(), some.get(i).getValue()) ? 1 : 0;
        }
        return some.isEmpty() ? 0 : some.get(0).getValue().network;
    }

    private List<Map.Entry<CounterId, Counter<C>>> next() {
        hand = capacity > LOOKED_AT ? hand : Collections.emptyIterator();
        List<Map.Entry<CounterId, Counter<C>>> some = new ArrayList<>(LOOKED_AT);
        for (int turn = 0; turn < 2 && some.size() < LOOKED_AT; turn++) {
            hand = hand.hasNext() ? hand : counters.asMap().entrySet().iterator();
            while (some.size() < LOOKED_AT && hand.hasNext()) {
                some.add(hand.next());
            }
        }
        return some;
    }

    /** Below 0 where the first leaves before the second. */
    private static int order(Map<Short, Integer> shares, Counter<?> one, Counter<?> other) {
        int byShare = Integer.compare(shares.get(other.network), shares.get(one.network));
        return byShare != 0 ? byShare : Long.compare(one.number, other.number);
    }

    /** False for what is in use, too. */
    private boolean letGo(CounterId id, Counter<C> counter) {
        if (!counter.tryLock()) {
            return false;
        }
        try {
            if (counter.retired || !counter.state.isDecoy()) {
                return false;
            }
            counter.retired = true;
        } finally {
            counter.unlock();
        }
        return counters.asMap().remove(id, counter);
    }

    /** Names the network that has most, if the newcomer is of it; else the next may be. */
    private void tell(C newcomer, short most) {
        long now = ticker.read();
        if (now - silentNanos < 0) {
            return;
        }
        @Nullable Key origin = newcomer.origin();
        String whose = origin != null && most == Counter.network(newcomer)
                ? "; the network " + origin.parts().get(0).value() + " holds most"
                : "";
        unnamed = whose.isEmpty() && most != 0 && !unnamed;
        if (!unnamed) {
            silentNanos = now + SILENCE_NANOS;
            LOG.log(
                    Level.WARNING,
                    "{0}: this JVM has no place left for one more counter (maxTrackedKeys={1}){2}. Names that failed"
                            + " once make room; other newcomers share counters, which may deny them early but lock none of"
                            + " them. If these are real callers, raise maxTrackedKeys; if they are invented, deny their"
                            + " network, or count it by perIp or by a lockout with key=ip (logged at most once in ten minutes)",
                    newcomer.rule(),
                    Long.toString(capacity),
                    whose);
        }
    }
}
