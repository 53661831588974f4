package io.github.ostiary.engine;

import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.trial.TrialLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the account of rules on trial what they were asked. Not asked where no rule is on trial. */
final class Trials {

    private Trials() {}

    /** A call was decided; a rule that asks for several things counts once. */
    static void seen(TrialLog log, List<Ask> asks, TierAnswer answer) {
        @Nullable Ask shown = null;
        boolean denied = false;
        for (int i = 0; i < answer.size(); i++) {
            Ask ask = asks.get(i);
            @Nullable Verdict said = answer.said(i);
            if (said == null || !ask.claim().shadow()) {
                continue;
            }
            if (shown != null && shown.rule() != ask.rule()) {
                record(log, shown, denied);
                denied = false;
                shown = null;
            }
            shown = shown == null || (!denied && !said.passed()) ? ask : shown;
            denied |= !said.passed();
            use(log, ask);
        }
        if (shown != null) {
            record(log, shown, denied);
        }
    }

    /** The same of one thing that was asked alone. */
    static void seen(TrialLog log, Ask ask, Verdict said) {
        seen(log, List.of(ask), TierAnswer.of(List.of(said)));
    }

    private static void record(TrialLog log, Ask shown, boolean denied) {
        log.seen(shown.rule().kind().type(), shown.rule().name(), shown.key(), denied);
    }

    /** Permits were used of a rule on trial, if it is one. */
    static void use(TrialLog log, Ask ask) {
        @Nullable Charge charge = ask.charge();
        if (charge != null && charge.shadow() && !charge.onlyLooks()) {
            log.used(charge.rule(), charge.limit().rate(), charge.identity(), charge.permits());
        }
    }
}
