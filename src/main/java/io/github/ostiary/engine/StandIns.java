package io.github.ostiary.engine;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Durations;
import io.github.ostiary.Front;
import io.github.ostiary.Ladder;
import io.github.ostiary.LockBook;
import io.github.ostiary.LockBook.Kept;
import io.github.ostiary.LockBook.Look;
import io.github.ostiary.LockBook.Place;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The locks that began here while the store could not be asked: handed over once, and then no longer this node's own. */
final class StandIns {

    private static final int TOGETHER = 100;
    private static final int PART = 1_000;

    private final Front front;
    private final Store store;
    private final LockBook local;
    private final TimeSource time;
    private final Set<Ladder> ladders = ConcurrentHashMap.newKeySet();

    StandIns(Front front, Store store, LockBook local, TimeSource time) {
        this.front = front;
        this.store = store;
        this.local = local;
        this.time = time;
    }

    /** This node decides about a ladder by itself. */
    void add(Ladder ladder) {
        ladders.add(ladder);
    }

    boolean contains(Ladder ladder) {
        return !ladders.isEmpty() && ladders.contains(ladder);
    }

    boolean isEmpty() {
        return ladders.isEmpty();
    }

    /**
     * Hands over what began here. The stand-in then forgets it, since it would not hear of an unlocking; this node knows
     * what the store makes of it.
     *
     * @param primary only what that server has
     * @param doubtMicros how much older what is known may be than it seems
     */
    void handOver(String primary, long doubtMicros) throws StoreException {
        for (Ladder ladder : List.copyOf(ladders)) {
            ladders.remove(ladder);
            boolean all = false;
            try {
                all = handOver(ladder, primary, doubtMicros);
            } finally {
                if (!all) {
                    ladders.add(ladder);
                }
            }
        }
    }

    /** False if there is more for other servers. */
    private boolean handOver(Ladder ladder, String primary, long doubt) throws StoreException {
        boolean all = true;
        Optional<String> cursor = Optional.of("");
        while (cursor.isPresent()) {
            LockBook.Page page = local.list(ladder, cursor.get(), PART);
            List<Place> places = new ArrayList<>(TOGETHER);
            for (LockBook.Line line : page.lines()) {
                boolean here = store.primaryOf(line.identity()).equals(primary);
                if (here && line.state().phase() != Phase.CHALLENGED) {
                    places.add(new Place(ladder, line.identity()));
                }
                all &= here;
            }
            for (int from = 0; from < places.size(); from += TOGETHER) {
                handOver(places.subList(from, Math.min(from + TOGETHER, places.size())), doubt);
            }
            cursor = page.next();
        }
        return all;
    }

    private void handOver(List<Place> places, long doubt) throws StoreException {
        long begun = time.micros();
        List<Optional<Look>> here = local.look(places);
        List<Kept> locks = new ArrayList<>(places.size());
        for (int i = 0; i < places.size(); i++) {
            Look seen = here.get(i).orElseThrow();
            locks.add(new Kept(
                    places.get(i),
                    seen.label(),
                    left(seen),
                    seen.ageMicros() + doubt,
                    seen.levels(),
                    seen.state().reason()));
        }
        List<Boolean> told = store.locks().restore(locks);
        long sent = time.micros();
        List<Optional<Look>> there = store.locks().look(places);
        for (int i = 0; i < places.size(); i++) {
            if (told.get(i)) {
                Place place = places.get(i);
                there.get(i).filter(Look::locked).ifPresent(seen -> learn(place, seen, sent));
                local.release(place, here.get(i).orElseThrow(), time.micros() - begun);
            }
        }
    }

    private void learn(Place place, Look seen, long sent) {
        Reason why = left(seen) == Verdict.NEVER ? Reason.BLOCKED : Reason.LOCKED;
        Verdict refusal = new Verdict(false, 0, left(seen), 0, 0, left(seen), why, false);
        front.learn(place.claim(seen.label()), refusal, false, sent);
    }

    private static long left(Look seen) {
        return seen.state().phase() == Phase.BLOCKED
                ? Verdict.NEVER
                : Durations.toMicros(seen.state().remaining().orElse(Duration.ZERO));
    }
}
