package io.github.ostiary.engine;

import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Operation;
import io.github.ostiary.text.Log;
import io.github.ostiary.tier.Tiers;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.function.Consumer;

/** The renewal of leases, so that none ends under a call that still has it. Thread-safe. */
final class KeepAlive implements Consumer<HoldingCall> {

    private static final System.Logger LOG = Log.of(KeepAlive.class);

    private final Tiers tiers;
    private final WaitQueues waiting;

    KeepAlive(Tiers tiers, WaitQueues waiting) {
        this.tiers = tiers;
        this.waiting = waiting;
    }

    /** Renews a call's leases from when it has them. */
    GuardedCall watch(GuardedCall call) {
        try {
            call.whenHolding(this);
            return call;
        } catch (Throwable failure) {
            call.end();
            throw failure;
        }
    }

    /** Renews a call's leases for as long as it has them, three times in each lease's time. */
    @Override
    public void accept(HoldingCall call) {
        List<Ask> leases = call.leases();
        if (!leases.isEmpty()) {
            LeaseRenewal renewal = new LeaseRenewal(new WeakReference<>(call), leases);
            Runnable stop = waiting.every(shortest(leases) / 3, renewal);
            renewal.stopBy(stop);
            call.onEnd(stop);
        }
    }

    /** What was given back while it was taken again is given back once more. */
    private void keep(HoldingCall call, List<Ask> leases) {
        List<Ask> used = leases.stream().filter(call::uses).toList();
        if (!used.isEmpty() && tiers.keep(Ask.claims(used))) {
            List<Ask> over = used.stream().filter(ask -> !call.uses(ask)).toList();
            if (!over.isEmpty()) {
                var unused = tiers.settle(Operation.ABANDON, Ask.claims(over));
            }
        }
    }

    /**
     * Goes on as long as somebody can still end the call: who runs it has it on a stack, in a request or in a promise.
     * When nobody has it any more, nobody will give its leases back, and they end in their time.
     */
    private final class LeaseRenewal implements Runnable {

        private final WeakReference<HoldingCall> owner;
        private final List<Ask> leases;
        private volatile Runnable stop = () -> {};

        LeaseRenewal(WeakReference<HoldingCall> owner, List<Ask> leases) {
            this.owner = owner;
            this.leases = leases;
        }

        void stopBy(Runnable task) {
            stop = task;
        }

        /** What fails once is tried again: a timer drops a task that throws. */
        @Override
        public void run() {
            HoldingCall call = owner.get();
            if (call == null) {
                stop.run();
                return;
            }
            try {
                keep(call, leases);
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "A running call's lease could not be renewed", e);
            }
        }
    }

    private static long shortest(List<Ask> leases) {
        return leases.stream().mapToLong(ask -> ask.claim().idleMicros()).min().orElse(Long.MAX_VALUE);
    }
}
