package io.github.ostiary.setup;

import io.github.ostiary.TimeSource;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.trial.TrialLog;
import io.github.ostiary.watch.Events;
import io.github.ostiary.watch.StatisticsReporter;
import java.util.Optional;

/**
 * The means by which operators change a guard, and what is written down of it.
 *
 * @param overrides values in force for a while
 * @param audit who did what
 * @param file where rules come from
 * @param background the thread that looks after them
 * @param secret that all nodes have
 * @param signIns what attempts at them were answered with
 * @param fleet what all nodes have done
 * @param figures what this node has done
 * @param events tells listeners
 * @param listener told what is changed
 * @param changes tells who changes something, and when
 */
record OperatorTools(
        OverrideBook overrides,
        AuditTrail audit,
        WatchedFile file,
        Background background,
        SharedSecret secret,
        SignInBook signIns,
        FleetBook fleet,
        StatisticsReporter figures,
        Events events,
        DecisionListener listener,
        ChangeMaker changes)
        implements AutoCloseable {

    /**
     * Puts in force what operators have said, and looks after them and the file from now on.
     *
     * @param sources to be read again
     * @param config what they said when the application started
     * @param rules made from that
     * @param figures what this node has done
     * @param events tells listeners
     * @param listener told what is changed
     * @param changes tells who changes something, and when
     * @param trial what this node has seen of sign-ins and rules on trial
     */
    static OperatorTools start(
            ConfigSources sources,
            GuardConfig config,
            RulesInForce rules,
            Tiers tiers,
            StatisticsReporter figures,
            Events events,
            DecisionListener listener,
            ChangeMaker changes,
            AuditTrail audit,
            TrialLog trial) {
        TimeSource time = changes.time();
        Background background = new Background("ostiary-operators", Pace.of(time));
        SharedState sharedState = tiers.sharedState();
        boolean shared = config.global().usesRedis();
        OverrideBook overrides = new OverrideBook(rules, sharedState, listener, time, shared, background);
        overrides.start();
        WatchedFile file = new WatchedFile(sources, overrides, listener, changes);
        file.watch(config.global(), rules.sources(), background);
        new ProofBook(
                        rules,
                        config.context().counts(),
                        sharedState,
                        shared,
                        background,
                        Pace.of(time).lock())
                .start();
        SiegeBook sieges = new SiegeBook(config.context().counts(), sharedState, shared);
        new SiegeWatch(rules::counted, sieges, listener, changes).start(background);
        audit.keep(sharedState, config.global().get(GlobalKeys.AUDIT_KEEP));
        SignInBook signIns = new SignInBook(trial, sharedState, shared);
        signIns.start(background);
        ThisNode node = new ThisNode(NodeName.ofThisProcess(), figures::figures, rules.written(), time);
        FleetEvents news = FleetEvents.of(config.context(), time);
        if (shared && config.declared().console().isPresent()) {
            events.add(news);
        }
        SharedSecret secret = new SharedSecret(sharedState, time);
        Optional<String> configured = config.global().find(GlobalKeys.KEY_SECRET);
        TrialBook trials =
                new TrialBook(trial, node.id(), sharedState, shared, () -> configured.orElseGet(secret::text));
        FleetBook fleet = new FleetBook(node, news, trials, sharedState, shared);
        fleet.start(background);
        return new OperatorTools(
                overrides, audit, file, background, secret, signIns, fleet, figures, events, listener, changes);
    }

    @Override
    public void close() {
        background.close();
        fleet.close();
        audit.close();
        figures.close();
    }
}
