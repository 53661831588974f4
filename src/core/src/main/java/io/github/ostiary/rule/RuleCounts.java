package io.github.ostiary.rule;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.operator.LockoutEvent;
import io.github.ostiary.store.Operation;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counts of what a rule has done on this node since the application started. Rules know theirs, so that no decision looks
 * for them; a rule that takes another's place goes on with its counts. Thread-safe. Ordinals leave this class in no form.
 */
@SuppressWarnings("EnumOrdinal")
public final class RuleCounts {

    /** Ends of attempts, or of answers to challenges, by how they ended. */
    private static final int ENDINGS = Operation.values().length;

    private final String rule;
    private final LongAdder allowed = new LongAdder();
    private final LongAdder shadowed = new LongAdder();
    private final LongAdder[] denied = adders(Reason.values().length);
    private final LongAdder[] attempts = adders(ENDINGS);
    private final LongAdder[] answers = adders(ENDINGS);
    private final LongAdder[] events = adders(LockoutEvent.ALL.size());

    private final LongAdder planFailures = new LongAdder();

    /** Whether there is a siege; empty for a rule without. */
    private volatile Optional<Boolean> siege = Optional.empty();

    /**
     * Nothing yet.
     *
     * @param rule as configuration names it, such as {@code limit.browse}
     */
    public RuleCounts(String rule) {
        this.rule = rule;
    }

    private static LongAdder[] adders(int size) {
        LongAdder[] adders = new LongAdder[size];
        for (int i = 0; i < size; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }

    /** The name of the rule, such as {@code limit.browse}. */
    public String rule() {
        return rule;
    }

    /** It let a call pass that was let in. */
    public void allow() {
        allowed.increment();
    }

    /** It denied a call, and the answer named it. */
    public void deny(Reason reason) {
        denied[reason.ordinal()].increment();
    }

    /** It denies a call that it was asked for alone, or would, if it were enforced. */
    public void deny(Reason reason, boolean shadow) {
        (shadow ? shadowed : denied[reason.ordinal()]).increment();
    }

    /** It would have denied a call that was let in. */
    public void shadow() {
        shadowed.increment();
    }

    /**
     * An attempt ended. One whose end was unclear counts as given back: the store alone knows whether it was.
     *
     * @param ending {@code FAIL}, {@code SUCCEED}, {@code ABANDON} or {@code UNCLEAR}
     * @param answer whether it was the answer to a challenge
     */
    public void end(Operation ending, boolean answer) {
        Operation known = ending == Operation.UNCLEAR ? Operation.ABANDON : ending;
        (answer ? answers : attempts)[known.ordinal()].increment();
    }

    /** A key was locked, unlocked or the like. */
    public void count(LockoutEvent event) {
        events[event.ordinal()].increment();
    }

    /** The resolver of its plans has failed. */
    public void planFailed() {
        planFailures.increment();
    }

    public long planFailures() {
        return planFailures.sum();
    }

    /** Whether there is a siege now; empty if the rule measures none. */
    public void besieged(Optional<Boolean> now) {
        siege = now;
    }

    /** Whether there is a siege, as it was last looked for. */
    public Optional<Boolean> siege() {
        return siege;
    }

    public long allowed() {
        return allowed.sum();
    }

    public long denied(Reason reason) {
        return denied[reason.ordinal()].sum();
    }

    /** The number of calls that were denied, for whatever reason. */
    public long denied() {
        long all = 0;
        for (LongAdder each : denied) {
            all += each.sum();
        }
        return all;
    }

    public long shadowed() {
        return shadowed.sum();
    }

    public long attempts(Operation ending) {
        return attempts[ending.ordinal()].sum();
    }

    public long answers(Operation ending) {
        return answers[ending.ordinal()].sum();
    }

    public long counted(LockoutEvent event) {
        return events[event.ordinal()].sum();
    }
}
