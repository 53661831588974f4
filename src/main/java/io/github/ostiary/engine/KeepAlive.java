package io.github.ostiary.engine;

import io.github.ostiary.Claim;
import io.github.ostiary.Entry;
import io.github.ostiary.Operation;
import java.lang.ref.WeakReference;
import java.util.List;

/** Keeps leases from ending under calls that still have them. Thread-safe. */
final class KeepAlive {

    private static final System.Logger LOG = System.getLogger(KeepAlive.class.getName());

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
        Renewal renewal = new Renewal(new WeakReference<>(visit), LocalTier.claims(leases));
        Runnable stop = waiting.every(shortest(leases) / 3, renewal);
        renewal.stopBy(stop);
        visit.onEnd(stop);
        visit.whenReady(() -> {
            if (!visit.decision().allowed()) {
                stop.run();
            }
        });
    }

    /**
     * Goes on as long as somebody can still end the call: who runs it has it on a stack, in a request or in a promise.
     * When nobody has it any more, nobody will give its leases back, and they end in their time.
     */
    private final class Renewal implements Runnable {

        private final WeakReference<Visit> owner;
        private final List<Claim> claims;
        private volatile Runnable stop = () -> {};

        Renewal(WeakReference<Visit> owner, List<Claim> claims) {
            this.owner = owner;
            this.claims = claims;
        }

        void stopBy(Runnable task) {
            stop = task;
        }

        /** What fails once is tried again: a timer drops a task that throws. */
        @Override
        public void run() {
            if (owner.get() == null) {
                stop.run();
                return;
            }
            try {
                tiers.settle(Operation.RENEW, claims);
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "A running call's lease could not be renewed", e);
            }
        }
    }

    private static long shortest(List<Ask> leases) {
        return leases.stream().mapToLong(ask -> ask.claim().idleMicros()).min().orElse(Long.MAX_VALUE);
    }
}
