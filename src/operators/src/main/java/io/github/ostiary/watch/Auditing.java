package io.github.ostiary.watch;

import io.github.ostiary.Change;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.GuardChange;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.Optional;

/** Has the audit trail keep what is done to callers and rules. Thread-safe. */
public final class Auditing implements DecisionListener {

    private static final String STEP = "a step";
    private static final int STEPS_A_MINUTE = 10;
    private static final int DEEDS_A_MINUTE = 200;

    private final Auditor auditor;
    private final ChangeMaker changes;

    /**
     * A listener.
     *
     * @param auditor keeps the trail
     * @param changes tells when
     */
    public Auditing(Auditor auditor, ChangeMaker changes) {
        this.auditor = auditor;
        this.changes = changes;
    }

    @Override
    public Ear ear(RuleSet rules) {
        return Ear.NOTHING;
    }

    @Override
    public void begun(Ask ask, Verdict said) {
        if (said.reason() == Reason.CHALLENGE_REQUIRED
                || !auditor.takes(ask.rule().full(), STEP, STEPS_A_MINUTE)) {
            return;
        }
        boolean blocks = said.reason() == Reason.BLOCKED;
        Optional<Duration> duration = blocks ? Optional.empty() : Optional.of(Durations.ofMicros(said.retryMicros()));
        Change change = changes.change(new Operator(STEP, ""), "");
        auditor.add(new AuditEntry(
                blocks ? Deed.BLOCKED : Deed.LOCKED,
                ask.rule().full(),
                ask.claim().identity(),
                ask.claim().label(),
                duration,
                change));
    }

    /** Takes note of a change; what Java does, a caller may have made it do. */
    @Override
    public void changed(GuardChange made) {
        if (made.change().isEmpty()) {
            return;
        }
        Change change = made.change().get();
        if (!change.from().equals(ChangeMaker.JAVA)
                || made.rule() == null
                || auditor.takes(made.subject(), ChangeMaker.JAVA, DEEDS_A_MINUTE)) {
            auditor.add(
                    new AuditEntry(made.act(), made.subject(), made.identity(), made.label(), made.duration(), change));
        }
    }
}
