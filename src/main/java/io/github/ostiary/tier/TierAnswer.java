package io.github.ostiary.tier;

import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * What the tiers say of a list of asks.
 *
 * @param verdicts one per ask, in their order; empty where nothing was counted
 * @param degraded whether failure policies decided
 * @param unavailable the rule that denies because the store does not answer
 */
public record TierAnswer(List<Optional<Verdict>> verdicts, boolean degraded, Optional<String> unavailable) {

    public static TierAnswer of(List<Verdict> verdicts) {
        List<Optional<Verdict>> each = new ArrayList<>(verdicts.size());
        for (Verdict verdict : verdicts) {
            each.add(Optional.of(verdict));
        }
        return new TierAnswer(each, false, Optional.empty());
    }

    /** Nothing was asked. */
    static TierAnswer none(List<Ask> asks) {
        return new TierAnswer(Collections.nCopies(asks.size(), Optional.empty()), false, Optional.empty());
    }

    /** The charges, or all others. */
    static List<Ask> split(List<Ask> asks, boolean charges) {
        List<Ask> part = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            if (ask.claim() instanceof Charge == charges) {
                part.add(ask);
            }
        }
        return part;
    }

    /** What was said of the charges among the asks, and of all others, in the order of the asks. */
    static TierAnswer joined(List<Ask> asks, List<Verdict> others, TierAnswer charges) {
        Iterator<Verdict> answers = others.iterator();
        Iterator<Optional<Verdict>> charged = charges.verdicts().iterator();
        List<Optional<Verdict>> all = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            all.add(ask.claim() instanceof Charge ? charged.next() : Optional.of(answers.next()));
        }
        return new TierAnswer(all, charges.degraded(), Optional.empty());
    }

    /** Whether nothing enforced denies. */
    public boolean admits(List<Ask> asks) {
        if (unavailable.isPresent()) {
            return false;
        }
        for (int i = 0; i < verdicts.size(); i++) {
            if (verdicts.get(i).isPresent()
                    && !verdicts.get(i).get().passed()
                    && !asks.get(i).claim().shadow()) {
                return false;
            }
        }
        return true;
    }
}
