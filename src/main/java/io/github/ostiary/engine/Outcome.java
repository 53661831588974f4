package io.github.ostiary.engine;

import io.github.ostiary.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the tiers say of a list of asks.
 *
 * @param verdicts one per ask, in their order; empty where nothing was counted
 * @param degraded whether failure policies decided
 * @param unavailable the rule that refuses because the store does not answer
 */
record Outcome(List<Optional<Verdict>> verdicts, boolean degraded, Optional<String> unavailable) {

    static Outcome of(List<Verdict> verdicts) {
        List<Optional<Verdict>> each = new ArrayList<>(verdicts.size());
        for (Verdict verdict : verdicts) {
            each.add(Optional.of(verdict));
        }
        return new Outcome(each, false, Optional.empty());
    }

    /** Whether nothing enforced refuses. */
    boolean admits(List<Ask> asks) {
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
