package io.github.ostiary.model;

import io.github.ostiary.Algorithm;
import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.CallTerms;
import io.github.ostiary.rule.ConcurrencyRule;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.rule.Signal;
import io.github.ostiary.rule.Signals;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The rules of a scenario, as they are configured and as an operator may change them. */
final class ModelRules {

    static final String LOCKOUT = "login";
    static final String PERMITS = "report";
    static final String LIMIT = "test";
    static final int PROVES = 204;
    static final int FAILS = 401;
    static final int SAYS_NOTHING = 303;

    private static final long LEASE_MICROS = 2_000_000;
    private static final Signals SIGNALS = new Signals(
            List.of(new Signal.Status(Set.of(FAILS))),
            List.of(new Signal.Status(Set.of(PROVES))),
            List.of(new Signal.Status(Set.of(SAYS_NOTHING))));

    private final Scenario scenario;
    private final KeyResolver key;
    private final ChallengeVerifier verifier;

    ModelRules(Scenario scenario, Key[] key, World world) {
        this.scenario = scenario;
        this.key = call -> Optional.of(key[0]);
        this.verifier = new ChallengeVerifier() {
            @Override
            public boolean isAnswered(CallContext call) {
                return ((Guess) call).answers();
            }

            @Override
            public boolean verify(CallContext call) {
                return world.verify((Guess) call);
            }
        };
    }

    List<Rule> configured() {
        return rules(scenario.policy);
    }

    /** 0 as configured. */
    RuleSet set(int which) {
        return new RuleSet(rules(which == 0 ? scenario.policy : scenario.strict), List.of());
    }

    private List<Rule> rules(LockoutPolicy policy) {
        List<Rule> rules = new ArrayList<>();
        if (scenario.threshold > 0) {
            rules.add(lockout(policy));
        }
        if (scenario.permits > 0) {
            rules.add(new ConcurrencyRule(
                    basics(PERMITS),
                    terms(scenario.waitMicros),
                    List.of(new ConcurrencyRule.Gate(
                            key, new ConcurrencyPolicy(PERMITS, "", scenario.permits, LEASE_MICROS, false), false))));
        }
        if (scenario.limit > 0) {
            rules.add(Rules.limit(LIMIT, List.of(Limits.of(Algorithm.SLIDING_LOG, scenario.limit + "/6s"))));
        }
        return rules;
    }

    private Rule lockout(LockoutPolicy policy) {
        LockoutRule.Subject subject = new LockoutRule.Subject(
                List.of(key),
                null,
                null,
                call -> Optional.empty(),
                any -> "",
                any -> "",
                any -> false,
                LockoutRule.Sent.ANYHOW);
        return new LockoutRule(
                basics(LOCKOUT),
                terms(scenario.waitMicros),
                policy,
                subject,
                SIGNALS,
                new LockoutRule.Challenged(scenario.challenged ? Optional.of(verifier) : Optional.empty(), true, null));
    }

    private static RuleBasics basics(String name) {
        RequestMatcher matcher = new RequestMatcher(
                List.of(PathPattern.parse("/login")), List.of(), Methods.ALL, call -> true, Position.FIRST);
        return new RuleBasics(name, matcher, false, OptionalInt.empty(), Optional.empty());
    }

    private static CallTerms terms(long waitMicros) {
        return new CallTerms(FailurePolicy.LOCAL, waitMicros, true, each -> each, Optional::of);
    }
}
