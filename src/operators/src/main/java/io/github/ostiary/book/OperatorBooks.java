package io.github.ostiary.book;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Rules;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.config.RuleContext;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.explain.DenialLog;
import io.github.ostiary.metrics.MetricsExport;
import io.github.ostiary.operate.JmxOperatorApi;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.setup.GuardOperators;
import io.github.ostiary.store.Histogram;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.text.Durations;
import io.github.ostiary.trial.TrialLog;
import io.github.ostiary.watch.Auditing;
import io.github.ostiary.watch.Counting;
import io.github.ostiary.watch.SignInAdviser;
import io.github.ostiary.watch.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All that operators have of one guard. Thread-safe once it is prepared. */
public final class OperatorBooks implements GuardOperators {

    /** The books that are there before the guard. */
    private record Prepared(Basis basis, Counting counting, TrialLog trial, AuditTrail audit, MetricsExport metrics) {

        static Prepared of(Basis basis, Problems problems) {
            GlobalConfig global = basis.config().global();
            RuleLedger ledger = basis.config().context().counts();
            TimeSource time = basis.changes().time();
            boolean all = global.get(GlobalKeys.METRICS).wanted()
                    || basis.config().declared().console().isPresent();
            MetricsExport metrics = new MetricsExport();
            metrics.check(global, problems);
            return new Prepared(
                    basis,
                    all ? Counting.ofAll(ledger) : Counting.ofDenials(ledger),
                    new TrialLog(time),
                    new AuditTrail(time, AuditLog.of(basis, problems)),
                    metrics);
        }
    }

    private @Nullable Prepared prepared;
    private @Nullable OperatorTools tools;
    private @Nullable DenialLog denials;
    private @Nullable MadeLater<OperatorApi> api;
    private @Nullable JmxOperatorApi jmx;

    /** Creates it for a guard, which finds it by its name. */
    public OperatorBooks() {}

    private Prepared prepared() {
        return Objects.requireNonNull(prepared);
    }

    private OperatorTools tools() {
        return Objects.requireNonNull(tools);
    }

    @Override
    public void prepare(Basis basis, Problems problems) {
        prepared = Prepared.of(basis, problems);
    }

    @Override
    public @Nullable Histogram waits() {
        return prepared().counting().waits();
    }

    @Override
    public @Nullable StoreCounts store() {
        return prepared().counting().store();
    }

    /**
     * Counts come before the audit trail, so that who hears of a lock finds it counted. Between trials and advice there is no
     * order.
     */
    @Override
    public List<DecisionListener> first() {
        Prepared own = prepared();
        return List.of(
                own.counting(),
                new Trials(own.trial()),
                new SignInAdviser(own.trial()),
                new Auditing(own.audit(), own.basis().changes()));
    }

    @Override
    public List<DecisionListener> last() {
        @Nullable DecisionListener spans = prepared().metrics().listener();
        List<DecisionListener> last = new ArrayList<>();
        if (spans != null) {
            last.add(spans);
        }
        if (global().get(GlobalKeys.AUDIT_ATTEMPTS)) {
            last.add(new AttemptTrail(
                    prepared().audit().log(), prepared().basis().changes()));
        }
        return last;
    }

    private GlobalConfig global() {
        return prepared().basis().config().global();
    }

    @Override
    public boolean notes() {
        return !global().get(GlobalKeys.EXPLAIN_KEEP).isZero() && global().get(GlobalKeys.ENABLED);
    }

    @Override
    public @Nullable String reference(CallContext call, Decision.Denied denied) {
        return denials == null ? null : denials.note(call, denied);
    }

    @Override
    public void begin(Guard guard, Parts parts, Runnable anew) {
        Prepared own = prepared();
        denials = notes() ? denials(own.basis(), parts.tiers()) : null;
        OperatorTools begun = OperatorTools.start(own.basis(), parts, own.counting(), own.audit(), own.trial());
        tools = begun;
        DenialLog noted = denials;
        api = new MadeLater<>(() -> new GuardOperatorApi(parts, begun, noted, anew));
        String application = own.basis().sources().scope();
        own.metrics()
                .begin(new MetricsExport.WatchedGuard(
                        begun.figures()::figures,
                        begun.figures()::watch,
                        application,
                        own.basis().loader()));
        if (own.basis().config().global().get(GlobalKeys.OPERATORS_JMX)) {
            jmx = JmxOperatorApi.open(guard, application);
        }
    }

    private static DenialLog denials(Basis basis, Tiers tiers) {
        GuardConfig config = basis.config();
        RuleContext context = config.context();
        Function<CallContext, Optional<Key>> caller = call -> context.client().caller(call);
        DenialLog.Terms terms = new DenialLog.Terms(
                Durations.toMicros(config.global().get(GlobalKeys.EXPLAIN_KEEP)),
                config.global().get(GlobalKeys.EXPLAIN_MAX),
                NodeName.ofThisProcess(),
                caller,
                context.names()::label,
                config.global().find(GlobalKeys.KEY_SECRET).isEmpty(),
                basis.changes().time());
        return new DenialLog(terms, tiers);
    }

    @Override
    public OperatorApi api() {
        return Objects.requireNonNull(api).get();
    }

    @Override
    public Rules rules() {
        return new GuardRules(tools().overrides(), prepared().basis().changes().acting());
    }

    @Override
    public void forget() {
        Rules rules = rules();
        rules.overrides().forEach(each -> rules.removeOverride(each.key(), ""));
        if (denials != null) {
            denials.clear();
        }
    }

    @Override
    public void close() {
        if (jmx != null) {
            jmx.close();
        }
        prepared().metrics().close();
        tools().close();
        if (denials != null) {
            denials.close();
        }
    }
}
