package io.github.ostiary.tier;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The log's words on a store: a line when a server goes and one when it is back, with the cause and what to do; in
 * between, and if it comes and goes, a line per cause and ten seconds at most. Its bounds are of lines: no store is owed any.
 * Thread-safe.
 */
final class OutageLog {

    private static final long QUIET_MICROS = 10_000_000;
    private static final int MOST = 1_000;

    private final System.Logger log;
    private final TimeSource time;

    /** The times when a line may be said again, and the cause by which each server that is away is so. */
    private final ConcurrentMap<String, Long> quietUntil = new ConcurrentHashMap<>();

    private final ConcurrentMap<String, String> causes = new ConcurrentHashMap<>();

    OutageLog(System.Logger log, TimeSource time) {
        this.log = log;
        this.time = time;
    }

    /** A call failed; one that fails now and then trips nothing, but should not go unheard. */
    void failed(String server, String cause) {
        if (!causes.containsKey(server) && due(server + cause)) {
            log.log(Level.WARNING, "{0} failed a call, so onStoreFailure decided it: {1}", server, cause);
        }
    }

    void away(String server, String cause) {
        if (due("away " + server + cause)) {
            causes.put(server, cause);
            log.log(Level.WARNING, "{0} fails, so onStoreFailure decides until it answers again: {1}", server, cause);
        }
    }

    /** It was asked in the background; only what is news is said. */
    void stillAway(String server, StoreException failure) {
        String cause = String.valueOf(failure.getMessage());
        log.log(Level.DEBUG, "It is still away", failure);
        if (!cause.equals(causes.get(server)) && due("away " + server + cause)) {
            causes.put(server, cause);
            log.log(Level.WARNING, "{0} still fails, and onStoreFailure decides: {1}", server, cause);
        }
    }

    void back(String server, boolean gone) {
        if (causes.remove(server) != null) {
            log.log(Level.INFO, gone ? "{0} has left the cluster" : "{0} answers again", server);
        }
    }

    private boolean due(String line) {
        if (quietUntil.size() >= MOST) {
            quietUntil.clear();
        }
        long now = time.micros();
        Long until = quietUntil.get(line);
        return until == null
                ? quietUntil.putIfAbsent(line, now + QUIET_MICROS) == null
                : now >= until && quietUntil.replace(line, until, now + QUIET_MICROS);
    }
}
