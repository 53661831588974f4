package io.github.ostiary.tier;

import io.github.ostiary.store.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A book of entries by key: those of a key in their order, each until its end, 8 MB of the heap for all. Thread-safe.
 *
 * @param <E> the entries
 */
final class ExpiringMultimap<E extends ExpiringMultimap.Noted> {

    /*
     * Naive: when all room is taken, look for keys whose entries have ended. Flaw: names cost nothing, and each new one looks
     * at 10,000 keys. So each newcomer looks at the two keys that were looked at longest ago: one whose entries have ended
     * leaves, the other goes to the end of the queue. Two for each one that comes: a key that has left the map leaves the
     * queue, too, before it has grown by as many again.
     */
    private static final long MOST_BYTES = 8_000_000;
    private static final int LEAST_BYTES = 800;
    private static final int LOOKED_AT = 2;

    /** An entry: what is kept of a claim. */
    interface Noted {

        /** About what it takes of the heap: the {@link #weight} of its claim. */
        int bytes();

        /** The time from which it is of no use any more, µs. */
        long endMicros();
    }

    /** The entries of one key; changed by the map alone. */
    private static final class KeyPage<E extends Noted> {

        private final Object key;
        private final List<E> live = new ArrayList<>(2);
        private long bytes;

        KeyPage(Object key) {
            this.key = key;
        }
    }

    private final ConcurrentMap<Object, KeyPage<E>> pages = new ConcurrentHashMap<>();
    private final Queue<KeyPage<E>> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytes = new AtomicLong();

    boolean isEmpty() {
        return pages.isEmpty();
    }

    /** The keys there are; what comes and goes meanwhile may be among them or not. */
    Set<Object> keys() {
        return pages.keySet();
    }

    /** How many keys wait to be looked at. */
    int queued() {
        return queue.size();
    }

    /** Changes the entries of a key that is known; whether there are any then. */
    boolean change(Object key, long now, Consumer<List<E>> change) {
        return !pages.isEmpty() && pages.computeIfPresent(key, (any, page) -> changed(page, now, change)) != null;
    }

    /** Changes the entries of a key, known or not; false if there is no room for one more. */
    boolean begin(int weight, Object key, long now, Consumer<List<E>> change) {
        for (int i = 0; i < LOOKED_AT; i++) {
            KeyPage<E> oldest = queue.poll();
            if (oldest != null && isLive(oldest, now)) {
                queue.add(oldest);
            }
        }
        boolean room = bytes.get() + weight <= MOST_BYTES;
        if (room) {
            pages.compute(key, (any, page) -> changed(page == null ? queued(key) : page, now, change));
        }
        return room;
    }

    /** The first entry of a key that is of a kind. */
    @Nullable
    E find(Object key, long now, Predicate<E> kind) {
        List<E> found = new ArrayList<>(1);
        change(key, now, live -> {
            for (int i = 0; i < live.size() && found.isEmpty(); i++) {
                if (kind.test(live.get(i))) {
                    found.add(live.get(i));
                }
            }
        });
        return found.isEmpty() ? null : found.get(0);
    }

    private KeyPage<E> queued(Object key) {
        KeyPage<E> fresh = new KeyPage<>(key);
        queue.add(fresh);
        return fresh;
    }

    private boolean isLive(KeyPage<E> oldest, long now) {
        return pages.computeIfPresent(oldest.key, (any, page) -> page == oldest ? changed(page, now, live -> {}) : page)
                == oldest;
    }

    private @Nullable KeyPage<E> changed(KeyPage<E> page, long now, Consumer<List<E>> change) {
        for (int i = page.live.size() - 1; i >= 0; i--) {
            if (page.live.get(i).endMicros() <= now) {
                page.live.remove(i);
            }
        }
        change.accept(page.live);
        long before = page.bytes;
        page.bytes = 0;
        for (int i = 0; i < page.live.size(); i++) {
            page.bytes += page.live.get(i).bytes();
        }
        bytes.addAndGet(page.bytes - before);
        return page.live.isEmpty() ? null : page;
    }

    /** About what an entry for a claim takes of the heap. */
    static int weight(Claim claim) {
        return Math.max(LEAST_BYTES, 200 + 2 * claim.length());
    }
}
