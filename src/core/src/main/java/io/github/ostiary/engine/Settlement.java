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

    private final Tiers tiers;
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
     * Settles or releases, and wakes those who wait for it.
     *
     * @param end what was seen of it; null if only Java knows, or nothing was attempted
     * @return whether it has proved who calls, so that others who wait need no attempt
     */
    boolean settle(Operation ending, List<Ask> asks, @Nullable SeenEnd end) {
        List<Claim> claims = Ask.claims(asks);
        List<Verdict> verdicts = tiers.settle(ending, claims);
        listener.settled(ending, asks, verdicts, end);
        boolean proved = ending == Operation.SUCCEED && waivers.learn(asks);
        if (!waiting.queues.isEmpty()) {
            for (Claim claim : claims) {
                waiting.wake(claim);
            }
        }
        return proved;
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
            boolean unused = settle(Operation.ABANDON, held, null);
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
