package io.github.ostiary.engine;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.LaterCost;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The reservations of one call, and what each has come to, as far as that is known. Thread-safe. */
final class AdmissionBill {

    private final List<Ask> reserved;
    private final Pace pace;
    private final long begunMicros;
    private final ConcurrentMap<Ask, Long> costs = new ConcurrentHashMap<>(2);

    /** The asks that were settled before the end of the call. */
    private final Set<Ask> paid = ConcurrentHashMap.newKeySet();

    /** A bill of all permits of limits among what a call holds until it ends. */
    AdmissionBill(List<Ask> held, Pace pace) {
        this.pace = pace;
        this.begunMicros = pace.micros();
        this.reserved = new ArrayList<>(held);
        reserved.removeIf(ask -> !ask.claim().isReserved());
    }

    boolean countsBytes() {
        for (Ask ask : reserved) {
            LaterCost cost = cost(ask);
            if (cost != null && cost.countsBytes()) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable LaterCost cost(Ask ask) {
        return ask.rule() instanceof LimitRule limit && limit.cost() instanceof LaterCost later ? later : null;
    }

    /** Takes note of what an end shows; what it does not show stays as it was last seen. */
    void see(CallOutcome outcome) {
        for (Ask ask : reserved) {
            LaterCost cost = cost(ask);
            if (cost != null) {
                cost.at(ask.claim().rule(), outcome, pace.micros() - begunMicros)
                        .ifPresent(seen -> costs.put(ask, seen));
            }
        }
    }

    /** The application says it; the first word counts. */
    void say(long cost) {
        for (Ask ask : reserved) {
            costs.putIfAbsent(ask, cost);
        }
    }

    /** Closes the bill: an unknown cost is what was reserved. */
    void close() {
        for (Ask ask : reserved) {
            costs.putIfAbsent(ask, ask.claim().permits());
        }
    }

    /** The reservations whose cost is known, to be settled now, and not again. */
    List<Ask> takeKnown() {
        List<Ask> known = new ArrayList<>(reserved.size());
        for (Ask ask : reserved) {
            if (costs.containsKey(ask) && paid.add(ask)) {
                known.add(due(ask));
            }
        }
        return known;
    }

    boolean isPaid(Ask ask) {
        return paid.contains(ask);
    }

    /** The ask to be settled: with its cost, or, of a call that did not begin, as it is. */
    Ask due(Ask ask) {
        Long cost = costs.get(ask);
        @Nullable Charge charge = ask.charge();
        return cost != null && charge != null ? ask.with(charge.costing(cost)) : ask;
    }
}
