package io.github.ostiary.setup;

import io.github.ostiary.Change;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.GuardChange;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.LockoutRule.Besieged;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Logs when a siege begins and ends, by what is measured or by what operators say. One thread uses it. */
final class SiegeWatch {

    private static final System.Logger LOG = Log.of(SiegeWatch.class);

    /** Twice, for saying and for hearing, is less than the second within which all nodes follow. */
    private static final long LOOK_MILLIS = 400;

    /** The cause of a siege. */
    private enum Cause {
        MEASURED,
        ORDERED
    }

    private final Supplier<List<Rule>> rules;
    private final SiegeBook book;
    private final DecisionListener listener;
    private final ChangeMaker changes;
    private final Map<String, Cause> shown = new HashMap<>();

    /**
     * None known.
     *
     * @param rules in force
     * @param book shares what is measured with other nodes
     * @param listener told of each
     * @param changes tells when
     */
    SiegeWatch(Supplier<List<Rule>> rules, SiegeBook book, DecisionListener listener, ChangeMaker changes) {
        this.rules = rules;
        this.book = book;
        this.listener = listener;
        this.changes = changes;
    }

    /** Looks after them from now on. */
    void start(Background background) {
        background.every(LOOK_MILLIS, this::look);
    }

    /** Shares what is measured, and tells what is new. */
    void look() {
        book.look();
        Set<String> over = new HashSet<>(shown.keySet());
        for (Rule rule : rules.get()) {
            if (rule instanceof LockoutRule lockout) {
                look(lockout, over);
            }
        }
        over.forEach(this::ended);
    }

    private void look(LockoutRule rule, Set<String> over) {
        @Nullable Besieged besieged = rule.besieged();
        boolean now = besieged != null && besieged.now();
        rule.basics().counts().besieged(besieged == null ? Optional.empty() : Optional.of(now));
        if (besieged != null && now) {
            over.remove(rule.name());
            began(rule.name(), besieged);
        }
    }

    private void began(String rule, Besieged besieged) {
        Cause cause = besieged.forced().isPresent() ? Cause.ORDERED : Cause.MEASURED;
        if (shown.put(rule, cause) != null) {
            return;
        }
        tell(Deed.SIEGE_BEGAN, rule, cause == Cause.MEASURED && besieged.siege().beganHere());
        if (cause == Cause.ORDERED) {
            LOG.log(
                    Level.INFO,
                    "lockout.{0}: siege=on: callers without a recent success from their network must pass a challenge"
                            + " first, or share a limit, whatever is measured",
                    rule);
        } else {
            LOG.log(
                    Level.WARNING,
                    "lockout.{0}: a siege has begun: attempts fail from everywhere, more often than usual. Until it"
                            + " is over, callers without a recent success from their network must pass a challenge first, or"
                            + " share a limit; it locks no caller out",
                    rule);
        }
    }

    private void ended(String rule) {
        Cause cause = shown.remove(rule);
        tell(Deed.SIEGE_ENDED, rule, cause == Cause.MEASURED && book.beganHere(rule));
        LOG.log(Level.INFO, "lockout.{0}: the siege is over; challenges are asked for as before", rule);
    }

    /** No operator has written down what this node measured first, and no other node does. */
    private void tell(Deed act, String rule, boolean measured) {
        Optional<Change> change =
                measured ? Optional.of(changes.change(new Operator("a siege", ""), "")) : Optional.empty();
        listener.changed(GuardChange.of(act, "lockout." + rule, rule, Optional.empty(), change));
    }
}
