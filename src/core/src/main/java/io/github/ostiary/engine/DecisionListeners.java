package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several listeners, told in one order; nobody is told a decision who does not want it. Thread-safe. */
public final class DecisionListeners implements DecisionListener {

    private final DecisionListener[] all;
    private volatile DecisionListener[] ofDenials;
    private volatile DecisionListener[] ofAll;

    /** Listeners in the order in which they are told. */
    public DecisionListeners(List<DecisionListener> listeners) {
        this.all = listeners.toArray(new DecisionListener[0]);
        this.ofDenials = all;
        this.ofAll = all;
    }

    /** The listeners in their order. */
    public List<DecisionListener> inOrder() {
        return List.of(all);
    }

    @Override
    public Ear ear(RuleSet rules) {
        ofDenials = those(rules, Ear.DENIALS);
        ofAll = those(rules, Ear.ALL);
        return ofAll.length > 0 ? Ear.ALL : ofDenials.length > 0 ? Ear.DENIALS : Ear.NOTHING;
    }

    private DecisionListener[] those(RuleSet rules, Ear least) {
        List<DecisionListener> those = new ArrayList<>();
        for (DecisionListener each : all) {
            if (each.ear(rules).compareTo(least) >= 0) {
                those.add(each);
            }
        }
        return those.toArray(new DecisionListener[0]);
    }

    @Override
    public void follow(RuleSet rules) {
        for (DecisionListener each : all) {
            each.follow(rules);
        }
    }

    @Override
    public void asked(Operation operation, List<Ask> asks, TierAnswer answer) {
        for (DecisionListener each : all) {
            each.asked(operation, asks, answer);
        }
    }

    @Override
    public void waits(PendingAdmission call) {
        for (DecisionListener each : all) {
            each.waits(call);
        }
    }

    @Override
    public void decided(Door door, List<Ask> asks, TierAnswer answer, Decision decision) {
        for (DecisionListener each : decision.allowed() && !decision.shadowed() ? ofAll : ofDenials) {
            each.decided(door, asks, answer, decision);
        }
    }

    @Override
    public void decidedAlone(Door door, Rule rule, Key key, Claim claim, Verdict said, Decision decision) {
        for (DecisionListener each : said.passed() ? ofAll : ofDenials) {
            each.decidedAlone(door, rule, key, claim, said, decision);
        }
    }

    @Override
    public void denied(Door door, RuleBasics rule, Decision decision) {
        for (DecisionListener each : ofDenials) {
            each.denied(door, rule, decision);
        }
    }

    @Override
    public void challenged(List<Ask> asks, boolean passed) {
        for (DecisionListener each : all) {
            each.challenged(asks, passed);
        }
    }

    @Override
    public void settled(Operation ending, List<Ask> asks, List<Verdict> verdicts, @Nullable SeenEnd end) {
        for (DecisionListener each : all) {
            each.settled(ending, asks, verdicts, end);
        }
    }

    @Override
    public void changed(GuardChange change) {
        for (DecisionListener each : all) {
            each.changed(change);
        }
    }

    @Override
    public void close() {
        for (DecisionListener each : all) {
            each.close();
        }
    }
}
