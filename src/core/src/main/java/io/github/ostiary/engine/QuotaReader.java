package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.QuotaUse;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.DecisionListener.Door;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells callers what they have used, of the limits that say {@code usage=true}: who they are decides the rule's own key, and
 * nothing is spent. Thread-safe.
 */
public final class QuotaReader {

    private final Supplier<RuleSet> inForce;
    private final Tiers tiers;
    private final AdmissionControl control;
    private final Supplier<Claims> fresh;
    private final TimeSource time;

    QuotaReader(
            Supplier<RuleSet> inForce, Tiers tiers, AdmissionControl control, Supplier<Claims> fresh, TimeSource time) {
        this.inForce = inForce;
        this.tiers = tiers;
        this.control = control;
        this.fresh = fresh;
        this.time = time;
    }

    /**
     * The use of a key.
     *
     * @param key who
     * @return in the order of the rules' names
     * @throws IllegalStateException if the store does not answer
     */
    public List<QuotaUse> of(Key key) {
        Claims claims = fresh.get();
        for (LimitRule rule : shown()) {
            Optional<Key> known = rule.terms().knownAs().apply(key);
            known.ifPresent(own -> rule.claim(own, 1, 0, claims));
        }
        return read(claims)
                .orElseThrow(() -> new IllegalStateException(
                        "what was used cannot be read, since Redis does not answer; ask again when it does"));
    }

    /**
     * The use of the caller of a request, whatever paths and methods the rules are about.
     *
     * @param call the request
     * @return in the order of the rules' names; empty if the store does not answer: what this node alone knows is not what was used
     * @throws io.github.ostiary.MalformedCallException if the call cannot be read
     */
    public Optional<List<QuotaUse>> of(CallContext call) {
        Claims claims = fresh.get();
        for (LimitRule rule : shown()) {
            if (rule.basics().matcher().when().test(call)) {
                rule.look(call, claims);
            }
        }
        return read(claims);
    }

    /**
     * Whether a call may read: decides it by a limit that is none of the guard's own rules.
     *
     * @param rule whatever its paths and conditions
     * @param call the request
     * @return decided; never throws for what a caller sent
     */
    public Decision admits(LimitRule rule, CallContext call) {
        Claims claims = fresh.get();
        return claims.add(rule, call)
                ? control.admit(claims, false, Door.RULES).decision()
                : control.denied(Door.RULES, Reason.MALFORMED, rule.basics()).decision();
    }

    /**
     * The key of a call to the first of these rules that counts it.
     *
     * @param call the request
     * @return empty if none does
     * @throws io.github.ostiary.MalformedCallException if the call cannot be read
     */
    public Optional<Key> caller(CallContext call) {
        Claims claims = fresh.get();
        for (LimitRule rule : shown()) {
            rule.look(call, claims);
        }
        return claims.asks().stream().map(Ask::key).findFirst();
    }

    private List<LimitRule> shown() {
        List<LimitRule> shown = new ArrayList<>();
        for (Rule rule : inForce.get().all()) {
            if (rule instanceof LimitRule limit && limit.notices().usage() && !limit.shadow()) {
                shown.add(limit);
            }
        }
        return shown;
    }

    /** The use of several counters under one policy: the one with the least left stands for all, as in headers. */
    private Optional<List<QuotaUse>> read(Claims claims) {
        List<Ask> asks = claims.asks();
        if (asks.isEmpty()) {
            return Optional.of(List.of());
        }
        TierAnswer answer = tiers.ask(Operation.PEEK, asks);
        if (answer.degraded() || answer.unavailable() != null) {
            return Optional.empty();
        }
        long now = time.micros();
        Map<String, QuotaUse> uses = new LinkedHashMap<>();
        for (int i = 0; i < asks.size(); i++) {
            @Nullable Verdict said = answer.said(i);
            @Nullable Charge charge = asks.get(i).charge();
            if (said != null && charge != null) {
                uses.merge(charge.limit().policy(), QuotaUses.of(charge, said, now), QuotaReader::lessLeft);
            }
        }
        return Optional.of(List.copyOf(uses.values()));
    }

    private static QuotaUse lessLeft(QuotaUse one, QuotaUse other) {
        return other.remaining() < one.remaining() ? other : one;
    }
}
