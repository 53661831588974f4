package io.github.ostiary.tier;

import io.github.ostiary.store.Pace;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Keeps at most one call in flight for each place, such as a counter; others wait for its result. Thread-safe. */
final class SingleFlight {

    private final ConcurrentMap<Object, CompletableFuture<Void>> running = new ConcurrentHashMap<>();
    private final AtomicLong ended = new AtomicLong();
    private final Pace pace;

    SingleFlight(Pace pace) {
        this.pace = pace;
    }

    /** The right to ask about some places; must be ended. */
    final class Turn {

        private final List<Object> names;
        private final CompletableFuture<Void> done;

        private Turn(List<Object> names, CompletableFuture<Void> done) {
            this.names = names;
            this.done = done;
        }

        /** Passes the failure on to those who wait; the turn still has to be ended. */
        void fail(StoreException failure) {
            done.completeExceptionally(failure);
        }

        void end() {
            SingleFlight.this.end(names, done);
        }
    }

    /** How many calls have ended: who looks at what is known, and finds this unchanged in its turn, has missed no news. */
    long ended() {
        return ended.get();
    }

    /**
     * Begins a call about all places, or waits for one that is running.
     *
     * @return null after a wait: there is news, look again
     * @throws StoreException if the call waited for failed, or took longer than the caller may wait
     */
    @Nullable
    Turn begin(List<?> places, long waitMicros) throws StoreException {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        List<Object> names = new ArrayList<>(places.size());
        for (Object name : places) {
            CompletableFuture<Void> other = running.putIfAbsent(name, mine);
            if (other != null && other != mine) {
                end(names, mine);
                await(other, waitMicros);
                return null;
            }
            names.add(name);
        }
        return new Turn(names, mine);
    }

    /** Begins a call about one place, if none is running. */
    @Nullable
    Turn tryBegin(Object place) {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        return running.putIfAbsent(place, mine) == null ? new Turn(List.of(place), mine) : null;
    }

    private void end(List<Object> names, CompletableFuture<Void> done) {
        ended.incrementAndGet();
        for (Object name : names) {
            running.remove(name, done);
        }
        done.complete(null);
    }

    /** An interrupt is no answer: an interrupted thread waits on, and finds its interrupt again afterwards. */
    private void await(CompletableFuture<Void> other, long waitMicros) throws StoreException {
        long left = Math.max(0, waitMicros);
        long deadline = pace.micros() + left;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    pace.await(other, left);
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                    left = Math.max(0, deadline - pace.micros());
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StoreException failure
                    ? failure
                    : new StoreException("another call about this place failed", e);
        } catch (TimeoutException e) {
            throw StoreException.ofShortage("the store did not answer within redis.timeout; nothing was counted");
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
