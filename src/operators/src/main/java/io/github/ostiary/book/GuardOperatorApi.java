package io.github.ostiary.book;

import io.github.ostiary.CallContext;
import io.github.ostiary.Change;
import io.github.ostiary.Key;
import io.github.ostiary.RuleOverride;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.engine.GuardChange;
import io.github.ostiary.explain.DenialLog;
import io.github.ostiary.explain.Explainer;
import io.github.ostiary.explain.UseReader;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.Explanation;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.operator.NodeEvent;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.ReloadState;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.operator.SignIns;
import io.github.ostiary.operator.TrialReport;
import io.github.ostiary.operator.UsePage;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.setup.GuardOperators;
import io.github.ostiary.setup.GuardReset;
import io.github.ostiary.setup.WrittenRules;
import io.github.ostiary.text.IpAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operator API of a configured guard. Thread-safe. */
final class GuardOperatorApi implements OperatorApi, GuardReset.Anew {

    private static final int MOST_USES = 10_000;

    private final Engine engine;
    private final WrittenRules rules;
    private final OperatorTools tools;
    private final DecisionListener listener;
    private final KeyNames names;
    private final Explainer explainer;
    private final UseReader uses;
    private final @Nullable DenialLog denialLog;
    private final Runnable fresh;

    /**
     * Asks a guard.
     *
     * @param fresh has it forget all callers
     */
    GuardOperatorApi(GuardOperators.Parts guard, OperatorTools tools, @Nullable DenialLog denialLog, Runnable fresh) {
        this.engine = guard.engine();
        this.rules = guard.rules().written();
        this.listener = guard.listener();
        this.tools = tools;
        this.explainer = new Explainer(engine::inForce, engine.prospects(), guard.tiers());
        this.uses =
                new UseReader(engine::inForce, guard.tiers(), tools.changes().time());
        this.names = guard.rules().keyNames();
        this.denialLog = denialLog;
        this.fresh = fresh;
    }

    @Override
    public void begin() {
        fresh.run();
    }

    @Override
    public List<KeyStatus> explain(String rule, Key key) {
        return explainer.explain(rule, key);
    }

    @Override
    public List<KeyStatus> explain(Key key) {
        return explainer.explain(key);
    }

    @Override
    public Explanation explain(CallContext call) {
        return explainer.explain(call);
    }

    @Override
    public Optional<DenialRecord> explained(String reference) {
        return denialLog == null ? Optional.empty() : denialLog.explained(reference);
    }

    @Override
    public TrialReport trial() {
        return trial("");
    }

    @Override
    public TrialReport trial(String node) {
        return tools.fleet()
                .get()
                .trials()
                .report(node, tools.signIns().get().report().signIns());
    }

    @Override
    public UsePage uses(String rule, @Nullable String cursor, int max) {
        if (max < 1 || max > MOST_USES) {
            throw new IllegalArgumentException("max must be 1 to " + MOST_USES + ", not " + max);
        }
        return uses.page(rule, cursor, max);
    }

    @Override
    public List<RuleInForce> rules() {
        return rules.all();
    }

    @Override
    public List<SettingInForce> settings() {
        return rules.settings();
    }

    @Override
    public List<Key> keysOf(String rule, String name, String address) {
        return rules.keysOf(rule, name, address);
    }

    @Override
    public List<RuleInForce> accessOf(String name, String address) {
        CallContext known = new KnownCaller(name, WrittenRules.address(address));
        Set<String> about = new HashSet<>();
        for (AccessRule rule : engine.inForce().allAccess()) {
            if (rule.condition().test(known)) {
                about.add(rule.full());
            }
        }
        return rules.all().stream()
                .filter(rule -> about.contains(rule.full()) && isAboutSomebody(rule))
                .toList();
    }

    private static boolean isAboutSomebody(RuleInForce rule) {
        Set<String> keys = Set.of(rule.full() + ".ip", rule.full() + ".principal");
        return rule.settings().stream().map(SettingInForce::key).anyMatch(keys::contains);
    }

    /**
     * A caller without a known call.
     *
     * @param name of a user, or empty
     * @param address where from, if that is known
     */
    private record KnownCaller(String name, Optional<IpAddress> address) implements CallContext {

        @Override
        public Optional<String> principal() {
            return Optional.of(name).filter(text -> !text.isBlank());
        }

        @Override
        public Optional<String> peer() {
            return address.map(IpAddress::toString);
        }
    }

    @Override
    public void unlock(String rule, Key key, Operator operator, String reason) {
        engine.unlock(rule, key, operator, ChangeMaker.checked(reason));
    }

    @Override
    public void unlockIdentity(String rule, String identity, Operator operator, String reason) {
        engine.unlockIdentity(rule, identity, operator, ChangeMaker.checked(reason));
    }

    @Override
    public void lock(String rule, Key key, Duration duration, Operator operator, String reason) {
        engine.lock(rule, key, Optional.of(duration), operator, ChangeMaker.checked(reason));
    }

    @Override
    public void block(String rule, Key key, Operator operator, String reason) {
        engine.lock(rule, key, Optional.empty(), operator, ChangeMaker.checked(reason));
    }

    @Override
    public void reset(String rule, Key key, Operator operator, String reason) {
        Change change = tools.changes().change(operator, ChangeMaker.checked(reason));
        engine.limiter(rule).reset(key);
        tell(Deed.RESET, rule, key, change);
    }

    @Override
    public void credit(String rule, Key key, long permits, Operator operator, String reason) {
        Change change = tools.changes().change(operator, ChangeMaker.checked(reason));
        engine.limiter(rule).credit(key, permits);
        tell(Deed.CREDITED, rule, key, change);
    }

    private void tell(Deed act, String rule, Key key, Change change) {
        Key counted = engine.adopted(rule, key);
        listener.changed(new GuardChange(
                act,
                "limit." + rule,
                rule,
                null,
                Optional.empty(),
                names.name(counted),
                names.label(counted),
                Optional.empty(),
                Optional.of(change)));
    }

    @Override
    public RuleOverride override(String key, String value, Duration duration, Operator operator, String reason) {
        return tools.overrides().put(key, value, duration, operator, reason);
    }

    @Override
    public List<RuleOverride> overrides() {
        return tools.overrides().current();
    }

    @Override
    public boolean removeOverride(String key, Operator operator, String reason) {
        return tools.overrides().remove(key, operator, reason);
    }

    @Override
    public List<AuditEntry> audit(int most) {
        return tools.audit().newest(most);
    }

    @Override
    public ReloadState reload(Operator operator, String reason) {
        return tools.file().lookNow(operator, ChangeMaker.checked(reason));
    }

    @Override
    public ReloadState reloading() {
        return tools.file().state();
    }

    @Override
    public Figures figures() {
        return tools.figures().figures();
    }

    @Override
    public Fleet fleet() {
        return tools.fleet().get().report();
    }

    @Override
    public List<NodeEvent> eventsOfOthers() {
        return tools.fleet().get().eventsOfOthers();
    }

    @Override
    public SignIns signIns() {
        return tools.signIns().get().report();
    }
}
