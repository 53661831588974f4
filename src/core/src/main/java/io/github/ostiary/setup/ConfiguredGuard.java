package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.Key;
import io.github.ostiary.Lockouts;
import io.github.ostiary.QuotaUse;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Rules;
import io.github.ostiary.Semaphores;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.edge.CallBody;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.engine.LinkOutcome;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.SharedState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A guard that still knows what it was built from: beans may add rules to it, operators change them. Thread-safe. */
final class ConfiguredGuard implements Guard, Entrance, OperatorApi.Owner {

    private final GuardOperators.Parts parts;
    private final Engine engine;
    private final RulesInForce rules;
    private final GuardOperators operators;
    private final TimeSource time;
    private volatile boolean filtered;

    /**
     * A guard that has not begun.
     *
     * @param operators watch and change it
     * @param time by which it decides, unless its store does
     */
    ConfiguredGuard(GuardOperators.Parts parts, GuardOperators operators, TimeSource time) {
        this.parts = parts;
        this.engine = parts.engine();
        this.rules = parts.rules();
        this.operators = operators;
        this.time = time;
    }

    /** Follows from now on what operators change, and what other nodes see of proofs and sieges. */
    void begin(GuardConfig config, ChangeMaker changes) {
        operators.begin(this, parts, this::begin);
        Background background = parts.background();
        SharedState sharedState = parts.tiers().sharedState();
        boolean shared = config.global().usesRedis();
        RuleLedger ledger = config.context().counts();
        new ProofBook(
                        rules,
                        ledger,
                        sharedState,
                        shared,
                        background,
                        Pace.of(time).lock())
                .start();
        SiegeBook sieges = new SiegeBook(ledger, sharedState, shared);
        new SiegeWatch(rules::counted, sieges, parts.listener(), changes).start(background);
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
    public List<QuotaUse> usage(Key key) {
        return engine.usage(key);
    }

    @Override
    public Rules rules() {
        return operators.rules();
    }

    @Override
    public @Nullable String reference(CallContext call, Decision.Denied denied) {
        return rules.now().entrance().reference(call, denied);
    }

    @Override
    public <T, E extends Throwable> @Nullable T call(
            CallContext call, Position position, MetRules met, CallBody<T, E> body) throws E {
        return rules.now().entrance().call(call, position, met, body);
    }

    @Override
    public <T, E extends Throwable> @Nullable T call(Collection<String> names, CallContext call, CallBody<T, E> body)
            throws E {
        return rules.now().entrance().call(names, call, body);
    }

    @Override
    public OperatorApi operatorApi() {
        return operators.api();
    }

    /** The secret that all nodes of the guard know, and no other process. */
    SharedSecret secret() {
        return parts.secret();
    }

    /** Whether a text is a token that opens a lock. */
    boolean isToken(String text) {
        return engine.links().isGood(text);
    }

    /** Opens a lock for the network of a call that hands in a token. */
    LinkOutcome open(String token, CallContext call) {
        return engine.open(token, call);
    }

    /** The page on which callers read their use; without a limit that knows them, they are counted by address. */
    QuotaPage quotaPage(ClientAddress client) {
        return new QuotaPage(engine.quotas(), client);
    }

    /** Says that a servlet's filter decides requests: no other edge does. */
    void filtered() {
        filtered = true;
    }

    /** The clock by which it decides, unless a store does that is asked over the network. */
    TimeSource time() {
        return time;
    }

    /** Whether its counters are in a store that is asked over the network. */
    boolean isShared() {
        return parts.tiers().shared();
    }

    boolean isFiltered() {
        return filtered;
    }

    /** The rules in force. */
    InForce inForce() {
        return rules.now();
    }

    /** Calls a follower with what comes into force. */
    void follow(Consumer<InForce> follower) {
        rules.follow(follower);
    }

    void addListener(GuardListener listener) {
        parts.events().add(listener);
    }

    void removeListener(GuardListener listener) {
        parts.events().remove(listener);
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

    /** Forgets every caller and whatever was changed since it was made, but for what is counted for operators. */
    private void begin() {
        if (isShared()) {
            throw new IllegalStateException(
                    "counters are in Redis, which others may use, and are not emptied: set store=local in tests");
        }
        operators.forget();
        parts.tiers().clear();
        rules.begin();
    }

    /** How many servers of its store cannot be reached now. */
    int unreachable() {
        return parts.tiers().unreachable();
    }

    @Override
    public void close() {
        end();
        PinnedTypes.release();
    }

    /** Closes a guard whose application goes on. */
    void end() {
        parts.background().close();
        operators.close();
        engine.close();
    }
}
