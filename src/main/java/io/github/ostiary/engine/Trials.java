package io.github.ostiary.engine;

import io.github.ostiary.Key;
import io.github.ostiary.Quota;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.tier.TierAnswer;
import io.github.ostiary.trial.TrialLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the account of rules on trial what they were asked. Not asked where no rule is on trial. */
final class Trials {

    private Trials() {}

    /** A call was decided; a rule that asks for several things counts once. */
    static void seen(TrialLog log, List<Ask> asks, TierAnswer answer) {
        @Nullable Rule rule = null;
        @Nullable Key key = null;
        boolean denied = false;
        for (int i = 0; i < answer.size(); i++) {
            Ask ask = asks.get(i);
            @Nullable Verdict said = answer.said(i);
            if (said == null || !ask.claim().shadow()) {
                continue;
            }
            if (rule != null && key != null && rule != ask.rule()) {
                tell(log, rule, key, denied);
                denied = false;
                key = null;
            }
            rule = ask.rule();
            key = key == null || (!denied && !said.passed()) ? ask.key() : key;
            denied |= !said.passed();
            use(log, ask.claim(), said);
        }
        if (rule != null && key != null) {
            tell(log, rule, key, denied);
        }
    }

    /** The same of one thing that was asked alone. */
    static void seen(TrialLog log, Ask ask, Verdict said) {
        if (ask.claim().shadow()) {
            use(log, ask.claim(), said);
            tell(log, ask.rule(), ask.key(), !said.passed());
        }
    }

    private static void tell(TrialLog log, Rule rule, Key key, boolean denied) {
        log.seen(rule.kind().told(), rule.name(), key, denied);
    }

    private static void use(TrialLog log, Claim claim, Verdict said) {
        @Nullable Quota quota = claim.quota(said);
        if (quota != null) {
            log.used(claim.rule(), quota.rate(), claim.identity(), claim.permits());
        }
    }
}
