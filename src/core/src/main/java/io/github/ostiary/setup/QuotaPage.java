package io.github.ostiary.setup;

import io.github.ostiary.Algorithm;
import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.QuotaUse;
import io.github.ostiary.Rate;
import io.github.ostiary.config.UsageAccess;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.QuotaReader;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.rule.CallTerms;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.FixedLimits;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.ReplaceableLimits;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * The questions of the page of {@code usage.path} to a guard: whether its caller may read now, and what the caller has used.
 * Thread-safe.
 *
 * @hidden
 */
public final class QuotaPage {

    private static final Rate OF_CALLER = Rate.parse("60/1m");
    private static final Rate OF_ADDRESS = Rate.parse("300/1m");
    private static final Duration LATER = Duration.ofSeconds(5);

    private final QuotaReader quotas;
    private final LimitRule own;

    QuotaPage(QuotaReader quotas, ClientAddress client) {
        this.quotas = quotas;
        this.own = limit(quotas, client);
    }

    /** Callers choose some keys freely: what an address may read is limited besides. */
    private static LimitRule limit(QuotaReader quotas, ClientAddress client) {
        RequestMatcher matcher =
                new RequestMatcher(List.of(), List.of(), Methods.ALL, RequestMatcher.ALWAYS, Position.FIRST);
        List<KeyedLimits> limits = List.of(
                new KeyedLimits(call -> caller(quotas, client, call), List.of(counter(OF_CALLER, "caller")), false),
                new KeyedLimits(client::caller, List.of(counter(OF_ADDRESS, "address")), false));
        return new LimitRule(
                new RuleBasics(UsageAccess.NAME, matcher, false, OptionalInt.empty(), Optional.empty()),
                new CallTerms(FailurePolicy.LOCAL, 0, false, UnaryOperator.identity(), key -> Optional.empty()),
                new ReplaceableLimits(new FixedLimits(limits)),
                new Cost.FixedCost(1),
                figures -> {});
    }

    private static Optional<Key> caller(QuotaReader quotas, ClientAddress client, CallContext call) {
        return quotas.caller(call).or(() -> client.caller(call));
    }

    private static Limit counter(Rate rate, String name) {
        LimitId id = new LimitId(UsageAccess.NAME, UsageAccess.NAME + "-" + name, name);
        return new Limit(id, Algorithm.FIXED_WINDOW, rate, 0, false, false);
    }

    /**
     * Whether a caller may read now.
     *
     * @param call the request
     * @return decided by a rate of the page's own, in the guard's store
     */
    public Decision admits(CallContext call) {
        return quotas.admits(own, call);
    }

    /**
     * The use of the caller.
     *
     * @param call the request
     * @return empty if the store does not answer
     * @throws io.github.ostiary.MalformedCallException if the call cannot be read
     */
    public Optional<List<QuotaUse>> read(CallContext call) {
        return quotas.of(call);
    }

    /**
     * The denial of a caller whose quotas cannot be read now.
     *
     * @return tells to come again soon
     */
    public Decision.Denied unavailable() {
        return Decision.deny(Decision.Reason.STORE_UNAVAILABLE, UsageAccess.NAME, List.of(), LATER, false, true);
    }
}
