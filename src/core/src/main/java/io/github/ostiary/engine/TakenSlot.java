package io.github.ostiary.engine;

import io.github.ostiary.Rate;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A slot that one caller has taken of a bucket and waits for. For one thread. */
final class TakenSlot {

    /*
     * A slot is a place in what a bucket still has to be paid back. Naive: sleep until it comes. Flaw: an operator who resets the
     * bucket, credits it or raises its rate lets newcomers in before those who wait. So a slot comes forward:
     *
     * - When the rate is raised, in proportion: what is ahead of it is paid back so much faster. Slots keep their order,
     *   as far apart as the new rate says. Ten minutes ahead at 1/1m are one minute ahead at 10/1m.
     * - When a bucket was reset or credited: no call waits longer than until all that is used is paid back, which is when
     *   a newcomer would be let in. The bucket is looked at, twice a second per key and node, and at once when this node
     *   changed it.
     *
     * It never goes back: a lowered rate is for those who come later. What the stand-in says of slots that Redis gave, or
     * Redis of the stand-in's, says nothing.
     */
    interface Asking {

        /** The asks that would be made now, by the figures in force. */
        List<Ask> again(Ask taken, long waitMicros);
    }

    private final SlotQueues.SlotTurn turn;
    private final Tiers tiers;
    private final boolean degraded;
    private final Asking asking;
    private List<Ask> asks;

    TakenSlot(SlotQueues.SlotTurn turn, Tiers tiers, List<Ask> asks, boolean degraded, Asking asking) {
        this.turn = turn;
        this.tiers = tiers;
        this.asks = asks;
        this.degraded = degraded;
        this.asking = asking;
    }

    /** Holds the thread until the slot comes; false if it cannot wait. */
    boolean comes(long pauseMicros) throws InterruptedException {
        Pace pace = tiers.pace();
        long taken = pace.micros();
        long end = taken + pauseMicros;
        long now = taken;
        while (now < end) {
            if (!turn.pause(Math.min(end - now, SlotQueues.LOOK_MICROS))) {
                return false;
            }
            now = pace.micros();
            if (now < end) {
                turn.looks();
                List<Ask> before = asks;
                asks = asking.again(before.get(0), end - now);
                if (asks.isEmpty()) {
                    return true;
                }
                end = now + Math.round((end - now) * slower(before, asks));
                end = Math.min(end, turn.paidBack(taken, this::untilPaid));
            }
        }
        return true;
    }

    /** How much longer permits take to come back than they did, 1 at most. */
    private static double slower(List<Ask> before, List<Ask> now) {
        double most = before.size() == now.size() ? 0 : 1;
        for (int i = 0; i < now.size() && most < 1; i++) {
            most = Math.max(most, period(now.get(i)) / period(before.get(i)));
        }
        return Math.min(1, most);
    }

    private static double period(Ask ask) {
        Rate rate = ((Charge) ask.claim()).limit().rate();
        return (double) rate.windowMicros() / rate.permits();
    }

    /** How long until nothing is used beyond the burst, µs: what a newcomer waits, less what the permits it asks for take. */
    private long untilPaid() {
        TierAnswer answer = tiers.ask(Operation.PEEK, asks);
        if (answer.degraded() != degraded || answer.unavailable() != null) {
            return Long.MAX_VALUE;
        }
        long longest = 0;
        for (int i = 0; i < asks.size(); i++) {
            @Nullable Verdict said = answer.said(i);
            Charge charge = (Charge) asks.get(i).claim();
            if (said == null || said.retryMicros() == Verdict.NEVER) {
                return Long.MAX_VALUE;
            }
            if (!charge.shadow()) {
                long newcomer = said.passed() ? said.retryMicros() : said.retryMicros() + charge.waitMicros();
                longest = Math.max(longest, newcomer - (long) (charge.permits() * period(asks.get(i))));
            }
        }
        return longest;
    }
}
