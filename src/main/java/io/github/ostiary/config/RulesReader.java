package io.github.ostiary.config;

import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.ConcurrencyRule;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads rules one by one, and what they must agree on. What they refer to is reported kind by kind. */
final class RulesReader {

    private final Settings settings;
    private final RuleContext context;
    private final Problems ofLimits;
    private final Problems ofConcurrency;
    private final Problems ofLockouts;
    private final Problems ofAccess;
    private final List<LimitRule> limits = new ArrayList<>();
    private final List<ConcurrencyRule> concurrency = new ArrayList<>();
    private final List<LockoutRule> lockouts = new ArrayList<>();
    private final List<AccessRule> access = new ArrayList<>();

    RulesReader(Settings settings, RuleContext context, Problems problems) {
        this.settings = settings;
        this.context = context;
        this.ofLimits = problems.part();
        this.ofConcurrency = problems.part();
        this.ofLockouts = problems.part();
        this.ofAccess = problems.part();
    }

    /** Limits, then concurrency, then lockouts, each in the order they were declared. */
    List<Rule> counted() {
        List<Rule> counted = new ArrayList<>(limits);
        counted.addAll(concurrency);
        counted.addAll(lockouts);
        return List.copyOf(counted);
    }

    List<AccessRule> access() {
        return access;
    }

    /**
     * Reads a rule.
     *
     * @param all the declared ones
     */
    void read(RuleName rule, Set<RuleName> all) {
        String name = rule.name();
        Section section = section(rule);
        switch (rule.kind()) {
            case LIMIT -> limits.add(LimitReader.read(name, section, context));
            case CONCURRENCY -> concurrency.add(ConcurrencyReader.read(name, section, context));
            case LOCKOUT -> lockouts.add(LockoutReader.read(name, section, context));
            case ALLOW -> access.add(AccessReader.read(false, name, section, context));
            case BLOCK -> access.add(AccessReader.read(true, name, section, context));
            case SIGNIN -> throw new IllegalArgumentException(rule + " stands for rules, and is none");
        }
        RuleName other = namesake(rule, all);
        if (other != null) {
            section.problem(other + " has the same name, and a refusal tells only the name; rename one of them");
        }
    }

    private Section section(RuleName rule) {
        return settings.section(
                rule.prefix(),
                switch (rule.kind()) {
                    case LIMIT -> ofLimits;
                    case CONCURRENCY -> ofConcurrency;
                    case LOCKOUT -> ofLockouts;
                    case ALLOW, BLOCK, SIGNIN -> ofAccess;
                });
    }

    /** An attempt is reserved while its request waits for a slot of a limit on the same path, whichever that is. */
    void checkWaits() {
        for (LimitRule limit : limits) {
            for (LockoutRule lockout : lockouts) {
                if (limit.waitMicros() >= lockout.policy().settleMicros()) {
                    rejectWait(limit, lockout);
                    break;
                }
            }
        }
    }

    private void rejectWait(LimitRule limit, LockoutRule lockout) {
        String settle = Durations.format(Durations.ofMicros(lockout.policy().settleMicros()));
        section(new RuleName(RuleVocabulary.LIMIT, limit.name()))
                .reject(
                        "wait",
                        "it must be shorter than lockout." + lockout.name() + ".settle=" + settle
                                + ", or an attempt that waits for its slot would count as failed before it began");
    }

    /**
     * The first rule of another kind, before this one's, that cannot be distinguished from it: a block's denials look like a
     * lockout's, and two statuses of one name like one. Else rules of one name are one bundle, that beans ask by it.
     */
    private @Nullable RuleName namesake(RuleName rule, Set<RuleName> rules) {
        for (RuleVocabulary kind : RuleVocabulary.values()) {
            boolean before = rule.kind().denies() && kind.denies() && kind.compareTo(rule.kind()) < 0;
            RuleName other = new RuleName(kind, rule.name());
            if (before && rules.contains(other) && looksLike(other, rule)) {
                return other;
            }
        }
        return null;
    }

    private boolean looksLike(RuleName other, RuleName rule) {
        return rule.kind() == RuleVocabulary.BLOCK
                || (settings.states(rule.prefix() + "status") && settings.states(other.prefix() + "status"));
    }
}
