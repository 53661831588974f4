package io.github.ostiary.engine;

import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import java.util.ArrayList;
import java.util.List;

/**
 * The asks of a call that may be asked for again: while it waits, or when it has answered a challenge. Where denied
 * attempts count it is one attempt all the same, counted when it ends: by being let in, or by {@link #deny}.
 */
final class RetryRequest {

    private RetryRequest() {}

    /** The asks of a call that may be repeated; the same list if nothing in it counts what is denied. */
    static List<Ask> asks(List<Ask> asks) {
        List<Ask> repeated = asks;
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            Claim claim = ask.claim().repeated();
            if (claim != ask.claim()) {
                repeated = repeated == asks ? new ArrayList<>(asks) : repeated;
                repeated.set(i, ask.with(claim));
            }
        }
        return repeated;
    }

    /** Whether the call may wait, answer a challenge, or share the limit of a siege, so that it is decided more than once. */
    static boolean mayBe(List<Ask> asks) {
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            if (ask.claim().isHeld()
                    && (ask.rule().waitMicros() > 0
                            || ask.rule().verifier().isPresent()
                            || ask.claim().inSiege())) {
                return true;
            }
        }
        return false;
    }

    /** Counts an attempt that was denied for good, where such count, unless it was counted when it was tried. */
    static void deny(Tiers tiers, List<Ask> tried, List<Ask> asks) {
        if (tried == asks) {
            return;
        }
        List<Ask> counted = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            if (ask.claim().repeated() != ask.claim()) {
                counted.add(ask);
            }
        }
        if (!counted.isEmpty()) {
            var unused = tiers.ask(Operation.DENY, counted);
        }
    }
}
