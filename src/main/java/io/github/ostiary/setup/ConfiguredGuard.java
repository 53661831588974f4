package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.Explanation;
import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.Key;
import io.github.ostiary.Lockouts;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Rules;
import io.github.ostiary.Semaphores;
import io.github.ostiary.Standing;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Desk;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.Engine;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A guard that still knows what it was built from: beans may add rules to it, operators change them. Thread-safe. */
final class ConfiguredGuard implements Guard, Entrance, Desk.Owner {

    private final Engine engine;
    private final RulesInForce rules;
    private final Background background;
    private final AuditTrail audit;
    private final Rules changes;
    private final Desk desk;

    ConfiguredGuard(
            Engine engine,
            RulesInForce rules,
            OverrideBook overrides,
            AuditTrail audit,
            WatchedFile file,
            Background background) {
        this.engine = engine;
        this.rules = rules;
        this.background = background;
        this.audit = audit;
        this.changes = new GuardRules(overrides);
        this.desk = new GuardDesk(engine, overrides, audit, file, rules.keyNames());
    }

    @Override
    public RateLimiter limiter(String rule) {
        return engine.limiter(rule);
    }

    @Override
    public Key keyFor(String rule, CallContext call) {
        return engine.keyFor(rule, call);
    }

    @Override
    public Semaphores semaphores(String rule) {
        return engine.semaphores(rule);
    }

    @Override
    public Lockouts lockouts(String rule) {
        return engine.lockouts(rule);
    }

    @Override
    public Rules rules() {
        return changes;
    }

    @Override
    public List<Standing> explain(String rule, Key key) {
        return engine.explain(rule, key);
    }

    @Override
    public List<Standing> explain(Key key) {
        return engine.explain(key);
    }

    @Override
    public Explanation explain(CallContext call) {
        return engine.explain(call);
    }

    @Override
    public Admission enter(CallContext call, Position position) {
        return rules.now().entrance().enter(call, position);
    }

    @Override
    public Admission enter(Collection<String> names, CallContext call) {
        return rules.now().entrance().enter(names, call);
    }

    @Override
    public Desk desk() {
        return desk;
    }

    /** What is in force. */
    InForce inForce() {
        return rules.now();
    }

    /** Has somebody told what comes into force. */
    void follow(Consumer<InForce> follower) {
        rules.follow(follower);
    }

    void addListener(GuardListener listener) {
        engine.addListener(listener);
    }

    void removeListener(GuardListener listener) {
        engine.removeListener(listener);
    }

    /** Throws, naming the nearest, if there is no rule of a name. */
    void require(String rule) {
        rules.require(rule);
    }

    /**
     * Adds a bean's rule, with the grammar and the checks of the configuration.
     *
     * @throws io.github.ostiary.ConfigurationException with everything that is wrong
     */
    void declare(String name, Map<String, String> keys) {
        rules.declare(name, keys);
    }

    @Override
    public void close() {
        background.close();
        audit.close();
        engine.close();
        PinnedTypes.release();
    }
}
