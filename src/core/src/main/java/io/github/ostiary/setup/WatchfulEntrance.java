package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.RuleContext;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.text.Log;
import java.util.Collection;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Decides by one set of rules, and looks out for what their owner should know. Thread-safe. */
final class WatchfulEntrance implements Entrance {

    /** So many calls are all looked at for a forgotten proxy, of later ones one in so many: it forwards most of them. */
    private static final int LOOKED_AT = 1 << 10;

    private static final System.Logger LOG = Log.of(WatchfulEntrance.class);

    private final Engine engine;
    private final RuleSet by;
    private final ClientAddress client;
    private final AtomicBoolean watchesProxies;
    private final DenialNotes denials;

    /** The first, counted without care: a lost step only adds a look. Nothing is written any more when they are through. */
    private int calls;

    /**
     * An entrance.
     *
     * @param context of the rules
     * @param denials notes those that are answered
     */
    WatchfulEntrance(Engine engine, RuleSet by, RuleContext context, DenialNotes denials) {
        this.engine = engine;
        this.by = by;
        this.client = context.client();
        this.watchesProxies = new AtomicBoolean(
                context.global().find(GlobalKeys.TRUSTED_PROXIES).isEmpty());
        this.denials = denials;
    }

    /** The rules it decides by. */
    RuleSet rules() {
        return by;
    }

    @Override
    public Admission enter(CallContext call, Position position, MetRules met) {
        if (watchesProxies.get() && looks() && forwardsUntrusted(call)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "A private address sends forwarding headers, but trustedProxies is empty: all callers behind that"
                            + " proxy are counted as one. Set trustedProxies to its network, such as private");
        }
        return engine.enter(by, call, position, met);
    }

    private boolean looks() {
        if (calls < LOOKED_AT) {
            calls++;
            return true;
        }
        return ThreadLocalRandom.current().nextInt(LOOKED_AT) == 0;
    }

    private boolean forwardsUntrusted(CallContext call) {
        return client.forwardsUntrusted(call) && watchesProxies.compareAndSet(true, false);
    }

    /** By the rules in force: who asks by name has no moment of his own. */
    @Override
    public Admission enter(Collection<String> rules, CallContext call) {
        return engine.enter(rules, call);
    }

    @Override
    public @Nullable String reference(CallContext call, Decision.Denied denied) {
        return denials.reference(call, denied);
    }
}
