package io.github.ostiary.tier;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** At most one call in flight per exhausted counter; who comes meanwhile waits for what it learns. Thread-safe. */
final class Probes {

    private record CounterName(String rule, String counter, String identity) {

        static CounterName of(Claim claim) {
            return new CounterName(claim.rule(), claim.letter() + claim.counter(), claim.identity());
        }
    }

    /** A call to the store. */
    interface Probe<T> {

        T run() throws StoreException;
    }

    private final ConcurrentMap<CounterName, CompletableFuture<Void>> running = new ConcurrentHashMap<>();

    /** The right to ask about some counters; must be run. */
    final class Turn {

        private final List<CounterName> names;
        private final CompletableFuture<Void> done;

        private Turn(List<CounterName> names, CompletableFuture<Void> done) {
            this.names = names;
            this.done = done;
        }

        <T> T run(Probe<T> call) throws StoreException {
            try {
                return call.run();
            } catch (StoreException e) {
                done.completeExceptionally(e);
                throw e;
            } finally {
                end(names, done);
            }
        }
    }

    /**
     * Begins a probe of all counters, or waits for one that is running.
     *
     * @return empty after a wait: there is news, look again
     * @throws StoreException if the probe waited for failed, or took longer than the caller may wait
     */
    Optional<Turn> begin(List<? extends Claim> exhausted, long waitMicros) throws StoreException {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        List<CounterName> names = new ArrayList<>(exhausted.size());
        for (Claim claim : exhausted) {
            CounterName name = CounterName.of(claim);
            CompletableFuture<Void> other = running.putIfAbsent(name, mine);
            if (other != null && other != mine) {
                end(names, mine);
                await(other, waitMicros);
                return Optional.empty();
            }
            names.add(name);
        }
        return Optional.of(new Turn(names, mine));
    }

    private void end(List<CounterName> names, CompletableFuture<Void> done) {
        names.forEach(name -> running.remove(name, done));
        done.complete(null);
    }

    private static void await(CompletableFuture<Void> probe, long waitMicros) throws StoreException {
        try {
            probe.get(Math.max(0, waitMicros), TimeUnit.MICROSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StoreException failure ? failure : new StoreException("a probe failed", e);
        } catch (TimeoutException e) {
            throw StoreException.withoutEvidence("the store did not answer within redis.timeout; nothing was counted");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StoreException.withoutEvidence("interrupted while waiting for the store; nothing was counted");
        }
    }
}
