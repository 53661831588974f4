package io.github.ostiary.watch;

import io.github.ostiary.Decision;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.trial.TrialLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the account of rules on trial what they were asked. Thread-safe. */
public final class Trials implements DecisionListener {

    private final TrialLog log;

    /** Trials for an account. */
    public Trials(TrialLog log) {
        this.log = log;
    }

    @Override
    public Ear ear(RuleSet rules) {
        return rules.anyOnTrial() ? Ear.ALL : Ear.NOTHING;
    }

    /** Takes note of what is asked; what is charged counts as used, room or not. */
    @Override
    public void asked(Operation operation, List<Ask> asks, TierAnswer answer) {
        for (int i = 0; i < asks.size() && operation == Operation.CHARGE; i++) {
            use(asks.get(i));
        }
    }

    /** A rule that asks for several things counts once. */
    @Override
    public void decided(Door door, List<Ask> asks, TierAnswer answer, Decision decision) {
        @Nullable Ask shown = null;
        boolean denied = false;
        for (int i = 0; i < answer.size(); i++) {
            Ask ask = asks.get(i);
            @Nullable Verdict said = answer.said(i);
            if (said == null || !ask.claim().shadow()) {
                continue;
            }
            if (shown != null && shown.rule() != ask.rule()) {
                record(shown, denied);
                denied = false;
                shown = null;
            }
            shown = shown == null || (!denied && !said.passed()) ? ask : shown;
            denied |= !said.passed();
            use(ask);
        }
        if (shown != null) {
            record(shown, denied);
        }
    }

    private void record(Ask shown, boolean denied) {
        log.seen(shown.rule().kind().type(), shown.rule().name(), shown.key(), denied);
    }

    /** Permits were used of a rule on trial, if it is one. */
    private void use(Ask ask) {
        @Nullable Charge charge = ask.charge();
        if (charge != null && charge.shadow() && !charge.onlyLooks()) {
            log.used(charge.rule(), charge.limit().rate(), charge.identity(), charge.permits());
        }
    }
}
