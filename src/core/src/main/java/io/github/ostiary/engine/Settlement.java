package io.github.ostiary.engine;

import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The way out: settles, releases or gives back what calls held, and wakes those who wait for it. Thread-safe. */
final class Settlement {

    private static final System.Logger LOG = Log.of(Settlement.class);

    final Tiers tiers;
    private final WaitQueues waiting;
    private final DecisionListener listener;
    private final Waivers waivers;

    Settlement(Tiers tiers, WaitQueues waiting, DecisionListener listener, Waivers waivers) {
        this.tiers = tiers;
        this.waiting = waiting;
        this.listener = listener;
        this.waivers = waivers;
    }

    /**
     * Settles or releases, and lets those in who waited for it, or who need no attempt any more since it has proved who calls.
     *
     * @param end what was seen of it; null if only Java knows, or nothing was attempted
     */
    void settle(Operation ending, List<Ask> asks, @Nullable SeenEnd end) {
        List<Claim> claims = Ask.claims(asks);
        List<Verdict> verdicts = tiers.settle(ending, claims);
        listener.settled(ending, asks, verdicts, end);
        boolean proved = ending == Operation.SUCCEED && waivers.learn(asks);
        if (!waiting.queues.isEmpty()) {
            for (Claim claim : claims) {
                waiting.wake(claim);
            }
            if (proved) {
                waiting.retry(call -> waivers.apply(call.soFar().asks()));
            }
        }
    }

    /** Hears that what was no attempt has ended; it is one if it failed. */
    void endedAgain(Ask ask, Operation ending, @Nullable SeenEnd end) {
        if (ending == Operation.SUCCEED) {
            boolean unused = waivers.proved.learn(ask.proof());
        } else if (ending == Operation.FAIL) {
            waivers.proved.forget(ask.proof());
            List<Ask> asks = List.of(ask);
            TierAnswer answer = tiers.ask(Operation.DECIDE, asks);
            listener.asked(Operation.DECIDE, asks, answer);
            if (answer.admits(asks)) {
                settle(Operation.FAIL, asks, end);
            }
        }
    }

    /** Charges for answers, room or not: they are given. */
    void charge(List<Ask> asks) {
        if (!asks.isEmpty()) {
            listener.asked(Operation.CHARGE, asks, tiers.ask(Operation.CHARGE, asks));
        }
    }

    /** Has leases end in their time. */
    void unattended(List<Ask> leases) {
        tiers.unwatch(Ask.claims(leases));
    }

    /**
     * Gives back all that was granted and still counts, as far as the store can be reached.
     *
     * @param agoMicros how long ago it was granted, µs
     */
    void undo(List<Ask> asks, TierAnswer answer, long agoMicros) {
        List<Ask> held = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            if (ask.claim().isHeld()) {
                held.add(ask);
            }
        }
        if (!held.isEmpty()) {
            settle(Operation.ABANDON, held, null);
        }
        giveBack(tiers, asks, answer, agoMicros);
    }

    /** Gives back the permits among it. What cannot be given back returns by itself in its time. */
    static void giveBack(Tiers tiers, List<Ask> asks, TierAnswer answer, long agoMicros) {
        List<Claim> charges = answer.stillCounting(asks, agoMicros);
        if (charges.isEmpty()) {
            return;
        }
        try {
            tiers.change(Operation.GIVE_BACK, charges);
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "The permits of a caller who gave up could not be returned", e);
        }
    }
}
