package io.github.ostiary.engine;

import io.github.ostiary.Entry;
import io.github.ostiary.Operation;
import java.util.List;

/** Keeps leases from ending under calls that still have them. Thread-safe. */
final class KeepAlive {

    private final Tiers tiers;
    private final WaitingRoom waiting;

    KeepAlive(Tiers tiers, WaitingRoom waiting) {
        this.tiers = tiers;
        this.waiting = waiting;
    }

    /** Renews a call's leases for as long as it has them, waiting or running, three times in each lease's time. */
    void watch(Visit visit) {
        List<Ask> leases = visit.asks().stream()
                .filter(ask -> ask.claim() instanceof Entry)
                .toList();
        if (leases.isEmpty()) {
            return;
        }
        if (visit.decision().allowed()) {
            renew(visit, leases);
        } else if (visit.held()) {
            visit.whenReady(() -> renew(visit, leases));
        }
    }

    private void renew(Visit visit, List<Ask> leases) {
        Runnable stop = waiting.every(shortest(leases) / 3, () -> keep(visit, leases));
        visit.onEnd(stop);
        visit.whenReady(() -> {
            if (!visit.decision().allowed()) {
                stop.run();
            }
        });
    }

    /** What was given back while it was taken again is given back once more. */
    private void keep(Visit visit, List<Ask> leases) {
        List<Ask> used = leases.stream().filter(visit::uses).toList();
        if (!used.isEmpty() && tiers.keep(LocalTier.claims(used))) {
            List<Ask> over = used.stream().filter(ask -> !visit.uses(ask)).toList();
            if (!over.isEmpty()) {
                tiers.settle(Operation.ABANDON, LocalTier.claims(over));
            }
        }
    }

    private static long shortest(List<Ask> leases) {
        return leases.stream().mapToLong(ask -> ask.claim().idleMicros()).min().orElse(Long.MAX_VALUE);
    }
}
