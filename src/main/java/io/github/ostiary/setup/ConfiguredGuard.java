package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Explanation;
import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.Key;
import io.github.ostiary.Lockouts;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Semaphores;
import io.github.ostiary.Standing;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.Problems;
import io.github.ostiary.config.RuleContext;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Desk;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.metrics.SpanAttributes;
import io.github.ostiary.rule.LimitRule;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A guard that still knows what it was built from: beans may add rules to it. Thread-safe. */
final class ConfiguredGuard implements Guard, Entrance, Desk.Owner {

    /** So many calls are all looked at for a forgotten proxy, of later ones one in so many: it forwards most of them. */
    private static final int LOOKED_AT = 1 << 10;

    private static final System.Logger LOG = System.getLogger(ConfiguredGuard.class.getName());

    private final Engine engine;
    private final Desk desk;
    private final ConfigSources inputs;
    private final MetricsExport export;
    private final @Nullable SpanAttributes spans;
    private final RuleContext context;
    private final AtomicBoolean watchesProxies;

    /** The first, counted without care: a lost step only adds a look. Nothing is written any more when they are through. */
    private int calls;

    private final ShadowReport shadows = new ShadowReport(TimeSource.system());

    ConfiguredGuard(Engine engine, ConfigSources inputs, RuleContext context, MetricsExport export) {
        this.export = export;
        this.spans = export.spans();
        this.engine = engine;
        this.desk = new GuardDesk(engine);
        this.inputs = inputs;
        this.context = context;
        this.watchesProxies =
                new AtomicBoolean(context.global().callers().trustedProxies().isBlank());
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
        if (watchesProxies.get() && looks() && forwardsUntrusted(call)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "A private address sends forwarding headers, but trustedProxies is empty: all callers behind that"
                            + " proxy are counted as one. Set trustedProxies to its network, such as private");
        }
        return seen(engine.enter(call, position));
    }

    private boolean looks() {
        if (calls < LOOKED_AT) {
            calls++;
            return true;
        }
        return ThreadLocalRandom.current().nextInt(LOOKED_AT) == 0;
    }

    private boolean forwardsUntrusted(CallContext call) {
        return context.client().forwardsUntrusted(call) && watchesProxies.compareAndSet(true, false);
    }

    @Override
    public Admission enter(Collection<String> rules, CallContext call) {
        return seen(engine.enter(rules, call));
    }

    private Admission seen(Admission admission) {
        try {
            Decision decision = admission.decision();
            if (decision.shadowed()) {
                shadows.seen(decision);
            }
            if (spans != null) {
                spans.tell(admission);
            }
            return admission;
        } catch (Throwable failure) {
            admission.end();
            throw failure;
        }
    }

    @Override
    public Desk desk() {
        return desk;
    }

    void addListener(GuardListener listener) {
        engine.addListener(listener);
    }

    void removeListener(GuardListener listener) {
        engine.removeListener(listener);
    }

    /** Throws, naming the nearest, if there is no rule of a name. */
    void require(String rule) {
        engine.require(rule);
    }

    /**
     * Adds a bean's rule, with the grammar and the checks of the configuration.
     *
     * @throws io.github.ostiary.ConfigurationException with everything that is wrong
     */
    void declare(String name, Map<String, String> keys) {
        Problems problems = new Problems();
        LimitRule rule = ConfigReader.readRule(inputs, context, name, keys, problems);
        if (!problems.isEmpty()) {
            throw problems.toException();
        }
        engine.add(rule);
    }

    @Override
    public void close() {
        export.close();
        engine.close();
        PinnedTypes.release();
    }
}
