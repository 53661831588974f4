package io.github.ostiary.book;

import io.github.ostiary.TimeSource;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.setup.Background;
import io.github.ostiary.setup.GuardOperators;
import io.github.ostiary.setup.RulesInForce;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.trial.TrialLog;
import io.github.ostiary.watch.Counting;
import io.github.ostiary.watch.StatisticsReporter;
import java.util.Optional;

/**
 * The means by which operators change a guard, and what is written down of it.
 *
 * @param overrides values in force for a while
 * @param audit who did what
 * @param file where rules come from
 * @param signIns what attempts at them were answered with
 * @param fleet what all nodes have done
 * @param figures what this node has done
 * @param changes tells who changes something, and when
 */
record OperatorTools(
        OverrideBook overrides,
        AuditTrail audit,
        WatchedFile file,
        MadeLater<SignInBook> signIns,
        MadeLater<FleetBook> fleet,
        StatisticsReporter figures,
        ChangeMaker changes)
        implements AutoCloseable {

    /**
     * Puts in force what operators have said, and looks after them and the file from now on.
     *
     * @param basis of the guard
     * @param guard that has begun
     * @param counting what this node has done
     * @param audit who did what
     * @param trial what this node has seen of sign-ins and rules on trial
     */
    static OperatorTools start(
            GuardOperators.Basis basis,
            GuardOperators.Parts guard,
            Counting counting,
            AuditTrail audit,
            TrialLog trial) {
        GuardConfig config = basis.config();
        ChangeMaker changes = basis.changes();
        TimeSource time = changes.time();
        Background background = guard.background();
        RulesInForce rules = guard.rules();
        SharedState sharedState = guard.tiers().sharedState();
        boolean shared = config.global().usesRedis();
        StatisticsReporter figures = new StatisticsReporter(counting, guard.tiers(), guard.engine(), guard.events());
        OverrideBook overrides =
                new OverrideBook(rules, sharedState, guard.listener(), time, shared, background, audit.log());
        overrides.start();
        WatchedFile file = new WatchedFile(basis.sources(), overrides, guard.listener(), changes);
        file.watch(config.global(), rules.sources(), background);
        audit.keep(sharedState, config.global().get(GlobalKeys.AUDIT_KEEP));
        MadeLater<SignInBook> signIns = new MadeLater<>(() -> new SignInBook(trial, sharedState, shared));
        long begun = time.micros();
        MadeLater<FleetBook> fleet = new MadeLater<>(() -> fleet(config, guard, figures, trial, begun, time));
        if (shared) {
            signIns.get().start(background);
            fleet.get().start(background);
        }
        return new OperatorTools(overrides, audit, file, signIns, fleet, figures, changes);
    }

    private static FleetBook fleet(
            GuardConfig config,
            GuardOperators.Parts guard,
            StatisticsReporter figures,
            TrialLog trial,
            long begun,
            TimeSource time) {
        boolean shared = config.global().usesRedis();
        SharedState sharedState = guard.tiers().sharedState();
        ThisNode node = new ThisNode(
                NodeName.ofThisProcess(), figures::figures, guard.rules().written(), time, begun);
        FleetEvents news = FleetEvents.of(config.context(), time);
        if (shared && config.declared().console().isPresent()) {
            guard.events().add(news);
        }
        Optional<String> configured = config.global().find(GlobalKeys.KEY_SECRET);
        TrialBook trials =
                new TrialBook(trial, node.id(), sharedState, shared, () -> configured.orElseGet(guard.secret()::text));
        return new FleetBook(node, news, trials, sharedState, shared);
    }

    @Override
    public void close() {
        fleet.made().ifPresent(FleetBook::close);
        audit.close();
        figures.close();
    }
}
