package io.github.ostiary.notice;

import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.SeenEnd;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.rule.Siege;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The signs of sieges: tells the lockouts how attempts end, and who passes their challenges. Thread-safe. */
public final class SiegeEvidence implements DecisionListener {

    /** None yet. */
    public SiegeEvidence() {}

    @Override
    public Ear ear(RuleSet rules) {
        return Ear.NOTHING;
    }

    @Override
    public void challenged(List<Ask> asks, boolean passed) {
        for (Ask ask : asks) {
            if (ask.claim().inSiege() && ask.rule() instanceof LockoutRule lockout) {
                lockout.count(passed ? Siege.Sign.PASSED : Siege.Sign.CHALLENGED, asks, ask);
            }
        }
    }

    @Override
    public void settled(Operation ending, List<Ask> asks, List<Verdict> verdicts, @Nullable SeenEnd end) {
        if (ending != Operation.FAIL && ending != Operation.SUCCEED) {
            return;
        }
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            if (ask.rule() instanceof LockoutRule lockout
                    && !ask.claim().answersChallenge()
                    && !lockout.isOfSiegeAlone(ask.claim())) {
                if (ending == Operation.FAIL) {
                    lockout.count(Siege.Sign.FAILED, asks, ask);
                } else {
                    lockout.count(Siege.Sign.SUCCEEDED, asks, ask);
                    lockout.prove();
                }
            }
        }
    }
}
