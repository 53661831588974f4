package io.github.ostiary.tier;

import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/** The epochs of a store's servers as they were last seen, and the servers that have lost their data since. Thread-safe. */
final class StoreEpochs {

    /** A server's epoch, and when it was last seen unchanged, µs: its data were whole then. */
    private record Seen(String epoch, long wholeMicros) {}

    /** The answer to whether a server has lost its data. */
    enum Finding {
        LOST,
        WHOLE,
        /** Another thread asks: the others use what is known. */
        ASKED_ALREADY
    }

    private final Store store;
    private final ConcurrentMap<String, Seen> servers = new ConcurrentHashMap<>();
    private final Set<String> losing = ConcurrentHashMap.newKeySet();
    private final ReentrantLock asking = new ReentrantLock();

    StoreEpochs(Store store) {
        this.store = store;
    }

    /** Whether a server is known to have lost its data, and has not received all locks since. */
    boolean isLost(String primary) {
        return losing.contains(primary);
    }

    /** Asks, by one thread at a time, on behalf of a request. */
    Finding ask(String primary, long deadlineMicros) throws StoreException {
        if (!asking.tryLock()) {
            return Finding.ASKED_ALREADY;
        }
        try {
            return isLost(primary, store.epoch(primary, deadlineMicros)) ? Finding.LOST : Finding.WHOLE;
        } finally {
            asking.unlock();
        }
    }

    /** Takes note of an epoch; whether the server has lost its data. */
    boolean isLost(String primary, String epoch) {
        if (isOther(primary, epoch)) {
            losing.add(primary);
        }
        return isLost(primary);
    }

    /** An unknown server has taken the place of one that was known, with what it had of its data. */
    private boolean isOther(String primary, String now) {
        Seen before = servers.get(primary);
        return before == null ? !servers.isEmpty() : !before.epoch().equals(now);
    }

    /** A server has all it should have. */
    void whole(String primary, String epoch, long sentMicros) {
        servers.put(primary, new Seen(epoch, sentMicros));
        losing.remove(primary);
    }

    /** The time when a server's data were last seen whole, µs; of an unknown one, when all others' were. */
    long wholeMicros(String primary) {
        Seen own = servers.get(primary);
        if (own != null) {
            return own.wholeMicros();
        }
        long earliest = Long.MAX_VALUE;
        for (Seen each : servers.values()) {
            earliest = Math.min(earliest, each.wholeMicros());
        }
        return earliest == Long.MAX_VALUE ? 0 : earliest;
    }

    /** Forgets servers that have left. */
    void retain(Set<String> primaries) {
        servers.keySet().retainAll(primaries);
    }
}
