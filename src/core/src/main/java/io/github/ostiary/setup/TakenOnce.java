package io.github.ostiary.setup;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.Rate;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.CallTerms;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.FixedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.ReplaceableLimits;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Names that are taken once in half an hour, by whichever node comes first: each is a caller of a limit of one permit, which no
 * line of a configuration states. While the store does not answer, each node knows what it has taken itself. Thread-safe.
 */
final class TakenOnce implements Predicate<String> {

    /** A name that no rule of a configuration can have. */
    private static final String NAME = "captcha.used";

    private static final Key KEY = Key.of(NAME);
    private static final Rate ONCE = Rate.parse("1/30m");
    private static final Limit LIMIT =
            new Limit(new LimitId(NAME, NAME, "once"), Algorithm.SLIDING_LOG, ONCE, 0, false, false);

    private final Tiers tiers;
    private final LimitRule rule = new LimitRule(
            new RuleBasics(
                    NAME,
                    new RequestMatcher(List.of(), List.of(), Methods.ALL, RequestMatcher.ALWAYS, Position.FIRST),
                    false,
                    OptionalInt.empty(),
                    Optional.empty()),
            new CallTerms(FailurePolicy.LOCAL, 0, false, UnaryOperator.identity(), key -> Optional.empty()),
            new ReplaceableLimits(new FixedLimits(List.of())),
            new Cost.FixedCost(1),
            figures -> {});

    TakenOnce(Tiers tiers) {
        this.tiers = tiers;
    }

    /** Takes a name; false if it was taken. */
    @Override
    public boolean test(String name) {
        List<Ask> asks = List.of(new Ask(new Charge(LIMIT, name, 1), rule, KEY));
        TierAnswer answer = tiers.decide(asks);
        return answer.unavailable() == null && answer.admits(asks);
    }
}
