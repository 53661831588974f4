package io.github.ostiary.engine;

import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.tier.Tiers;
import java.util.ArrayList;
import java.util.List;

/**
 * How a call is asked for that may be asked for again: while it waits, or when it has answered a challenge. Where denied
 * attempts count it is one attempt all the same, counted when it ends: by being let in, or by {@link #deny}.
 */
final class RepeatedAsk {

    private RepeatedAsk() {}

    /** The asks of a call that may be repeated; the same list if nothing in it counts what is denied. */
    static List<Ask> asks(List<Ask> asks) {
        if (!countDenied(asks)) {
            return asks;
        }
        List<Ask> repeated = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            repeated.add(countsDenied(ask) ? new Ask(((Charge) ask.claim()).repeated(), ask.rule(), ask.key()) : ask);
        }
        return repeated;
    }

    /** Whether somebody may be held, or answer a challenge, so that the call is asked for more than once. */
    static boolean mayBe(List<Ask> asks) {
        for (Ask ask : asks) {
            boolean waits = !(ask.claim() instanceof Charge) && ask.rule().waitMicros() > 0;
            boolean answers = ask.claim() instanceof Reservation
                    && ask.rule() instanceof LockoutRule rule
                    && rule.verifier().isPresent();
            if (waits || answers) {
                return true;
            }
        }
        return false;
    }

    /** Counts an attempt that was denied for good, where such count. */
    static void deny(Tiers tiers, List<Ask> asks) {
        if (countDenied(asks)) {
            var unused = tiers.ask(
                    Operation.DENY,
                    asks.stream().filter(RepeatedAsk::countsDenied).toList());
        }
    }

    private static boolean countDenied(List<Ask> asks) {
        for (Ask ask : asks) {
            if (countsDenied(ask)) {
                return true;
            }
        }
        return false;
    }

    private static boolean countsDenied(Ask ask) {
        return ask.claim() instanceof Charge charge && charge.limit().countDenied();
    }
}
