package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lockouts;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Semaphores;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.ConcurrencyRule;
import io.github.ostiary.rule.Ids;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.rule.UnreadableCallException;
import io.github.ostiary.tier.Tiers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/** A running guard: rules, tiers, and the order in which a call is decided. Thread-safe. */
public final class Engine implements Guard, Entrance {

    private final RuleSet rules;
    private final Tiers tiers;
    private final Function<Key, String> names;
    private final Events events;
    private final WaitQueues waiting;
    private final AdmissionControl turnstile;
    private final KeepAlive keepAlive;

    /** What all calls are told that no rule is about: there is nothing to hold or to end. */
    private final Visit uncounted;

    private final Challenges challenges;
    private final Ids ids = new Ids();
    private final ConcurrentMap<String, RateLimiter> limiters = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Semaphores> semaphores = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Lockouts> lockouts = new ConcurrentHashMap<>();

    /**
     * A guard.
     *
     * @param rules what callers are counted by; no two of one name and kind
     * @param access the allow and block rules
     * @param tiers where decisions are made; closed with the guard
     * @param names from key to identity: at most 64 characters of {@code [A-Za-z0-9._-]}
     * @param maxWaiting how many calls may be held at once
     * @param events told what happens; closed with the guard
     */
    public Engine(
            Collection<? extends Rule> rules,
            List<AccessRule> access,
            Tiers tiers,
            Function<Key, String> names,
            int maxWaiting,
            Events events) {
        this.rules = new RuleSet(rules, access);
        this.tiers = tiers;
        this.names = names;
        this.events = events;
        this.waiting = new WaitQueues(maxWaiting);
        this.turnstile = new AdmissionControl(tiers, waiting, events);
        this.keepAlive = new KeepAlive(tiers, waiting);
        this.uncounted = told(Decisions.unlimited());
        this.challenges = new Challenges(turnstile, this::claims);
    }

    private Claims claims() {
        return new Claims(names, ids);
    }

    @Override
    public Admission enter(CallContext call, Position position) {
        Optional<String> path = call.path();
        try {
            return path.isEmpty() ? uncounted : enter(call, path.get(), position);
        } catch (UnreadableCallException e) {
            return told(malformed(e.rule()));
        }
    }

    private Visit enter(CallContext call, String path, Position position) {
        List<AccessRule> access = rules.access(call, path, position);
        Optional<AccessRule> block =
                access.stream().filter(rule -> rule.blocks() && !rule.shadow()).findFirst();
        if (block.isPresent()) {
            return told(Decision.deny(Reason.BLOCKED, block.get().name(), List.of(), null, false, false));
        }
        boolean shadowed = access.stream().anyMatch(AccessRule::blocks);
        Set<RuleKind> waived = EnumSet.noneOf(RuleKind.class);
        access.stream().filter(rule -> !rule.shadow()).forEach(rule -> waived.addAll(rule.waives()));
        List<Rule> counted = rules.counted(call, path, position).stream()
                .filter(rule -> !waived.contains(rule.family()))
                .toList();
        return enter(counted, call, shadowed);
    }

    @Override
    public Admission enter(Collection<String> names, CallContext call) {
        List<Rule> asked = new ArrayList<>();
        names.forEach(name -> asked.addAll(rules.named(name)));
        List<Rule> counted = new ArrayList<>(asked.size());
        boolean shadowed = false;
        for (Rule rule : asked) {
            try {
                if (rule.scope().when().test(call)) {
                    counted.add(rule);
                }
            } catch (MalformedCallException e) {
                if (!rule.shadow()) {
                    return told(malformed(rule.name()));
                }
                shadowed = true;
            }
        }
        return enter(counted, call, shadowed);
    }

    private Visit enter(List<Rule> counted, CallContext call, boolean shadowed) {
        if (counted.isEmpty() && !shadowed) {
            return uncounted;
        }
        Claims claims = claims();
        boolean wouldDeny = shadowed;
        for (Rule rule : counted) {
            if (!readable(rule, call, claims)) {
                if (!rule.shadow()) {
                    return told(malformed(rule.name()));
                }
                wouldDeny = true;
            }
        }
        List<Ask> asks = new ArrayList<>(claims.asks().size());
        List<Visit.Loan> loans = new ArrayList<>(0);
        for (Ask ask : claims.asks()) {
            loan(ask, call).ifPresentOrElse(loans::add, () -> asks.add(ask));
        }
        return enter(asks, loans, call, wouldDeny);
    }

    /** Verifiers are the application's: where one fails, all is given back that was lent or granted. */
    private Visit enter(List<Ask> asks, List<Visit.Loan> loans, CallContext call, boolean shadowed) {
        Visit visit = uncounted;
        boolean borrowed = false;
        try {
            visit = turnstile.enter(asks, shadowed, true);
            visit = challenges.answered(visit, call);
            borrowed = true;
            visit.borrow(loans);
            keepAlive.watch(visit);
            return visit;
        } catch (Throwable failure) {
            visit.end();
            if (!borrowed) {
                loans.forEach(Visit.Loan::giveBack);
            }
            throw failure;
        }
    }

    /** What the request holds already: asked for again behind the filter, a call would wait for itself. */
    private Optional<Visit.Loan> loan(Ask ask, CallContext call) {
        return call.attribute(Admission.ADMISSIONS) instanceof List<?> held
                ? held.stream()
                        .filter(Visit.class::isInstance)
                        .map(Visit.class::cast)
                        .filter(visit -> visit.isOf(turnstile))
                        .flatMap(visit -> visit.lend(ask.claim()).stream())
                        .findFirst()
                : Optional.empty();
    }

    private static boolean readable(Rule rule, CallContext call, Claims claims) {
        try {
            return rule.claim(call, claims);
        } catch (MalformedCallException e) {
            return false;
        }
    }

    private Visit told(Decision decision) {
        return Visit.decided(turnstile, List.of(), decision);
    }

    private static Decision malformed(String rule) {
        return Decision.deny(Reason.MALFORMED, rule, List.of(), null, false, false);
    }

    @Override
    public Key keyFor(String rule, CallContext call) {
        return rules.named(rule).iterator().next().keyOf(call);
    }

    @Override
    public RateLimiter limiter(String rule) {
        LimitRule found = rules.named(rule, RuleKind.LIMIT, LimitRule.class, "rate");
        return limiters.computeIfAbsent(rule, name -> new RuleRateLimiter(found, tiers, waiting, events, this::claims));
    }

    @Override
    public Semaphores semaphores(String rule) {
        ConcurrencyRule found = rules.named(rule, RuleKind.CONCURRENCY, ConcurrencyRule.class, "permits");
        return semaphores.computeIfAbsent(rule, name -> new RuleSemaphores(found, tiers, turnstile, this::claims));
    }

    @Override
    public Lockouts lockouts(String rule) {
        LockoutRule found = rules.named(rule, RuleKind.LOCKOUT, LockoutRule.class, "steps");
        return lockouts.computeIfAbsent(rule, name -> new RuleLockouts(found, tiers, turnstile, events, this::claims));
    }

    /**
     * Makes sure that there is a rule of a name.
     *
     * @param rule the name
     * @throws IllegalArgumentException if there is none; the message names the nearest
     */
    public void require(String rule) {
        var unused = rules.named(rule);
    }

    /**
     * Adds a rule of a bean, unless its name is taken.
     *
     * @param rule without paths
     */
    public void add(LimitRule rule) {
        rules.addIfAbsent(rule);
    }

    @Override
    public void close() {
        waiting.close();
        tiers.close();
        events.close();
    }
}
