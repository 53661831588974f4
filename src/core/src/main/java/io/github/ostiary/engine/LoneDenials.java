package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.Quota;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Verdict;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The denials of calls that ask for one charge of one rule. A denial works out its figures and texts when somebody reads them. */
record LoneDenials(Rule rule) implements Decision.DenialReader<Charge, Verdict> {

    /** The denial of a charge. */
    Decision of(Charge charge, Key key, Verdict said) {
        return charge.countsBy(key)
                ? Decision.deny(this, charge, said)
                : new DenialChoice(new Ask(charge, rule, key), said).decision(false);
    }

    @Override
    public Reason reason(Verdict said) {
        return said.reason();
    }

    @Override
    public String rule(Charge charge) {
        return charge.rule();
    }

    @Override
    public List<Quota> quotas(Charge charge, Verdict said) {
        return charge.quotas(said);
    }

    @Override
    public @Nullable Quota only(Charge charge, Verdict said) {
        return charge.quota(said);
    }

    @Override
    public @Nullable Duration retry(Verdict said) {
        return DenialChoice.pause(said.retryMicros());
    }

    @Override
    public boolean permanent(Charge charge, Verdict said) {
        return said.retryMicros() == Verdict.NEVER;
    }

    @Override
    public boolean degraded() {
        return false;
    }

    @Override
    public DenialChoice evidence(Charge charge, Verdict said) {
        return new DenialChoice(new Ask(charge, rule, charge.key()), said);
    }
}
