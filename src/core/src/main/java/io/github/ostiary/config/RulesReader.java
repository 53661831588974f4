package io.github.ostiary.config;

import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.LockoutRule.Besieged;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads rules one by one, and what they must agree on. What they refer to is reported kind by kind. */
final class RulesReader {

    private final Settings settings;
    private final RuleContext context;
    private final Map<RuleVocabulary, Problems> references = new EnumMap<>(RuleVocabulary.class);
    private final Map<RuleVocabulary, List<Rule>> counted = new EnumMap<>(RuleVocabulary.class);
    private final List<AccessRule> access = new ArrayList<>();

    RulesReader(Settings settings, RuleContext context, Problems problems) {
        this.settings = settings;
        this.context = context;
        for (RuleVocabulary kind : RuleVocabulary.values()) {
            references.put(kind, problems.part());
        }
    }

    /** Limits, then concurrency, then lockouts, each in the order they were declared. */
    List<Rule> counted() {
        List<Rule> all = new ArrayList<>();
        for (List<Rule> kind : counted.values()) {
            all.addAll(kind);
        }
        return List.copyOf(all);
    }

    List<AccessRule> access() {
        return access;
    }

    /** The names of those that only report, with their kinds. */
    Set<String> shadows() {
        Set<String> names = new HashSet<>();
        for (Rule rule : counted()) {
            if (rule.shadow()) {
                names.add(rule.full());
            }
        }
        for (AccessRule rule : access) {
            if (rule.shadow()) {
                names.add(rule.full());
            }
        }
        return names;
    }

    /**
     * Reads a rule.
     *
     * @param all the declared ones
     */
    void read(RuleName rule, Set<RuleName> all) {
        Section section = section(rule);
        List<Rule> counted = rulesOf(rule.kind());
        switch (rule.kind()) {
            case LIMIT -> counted.add(LimitReader.read(rule, section, context));
            case CONCURRENCY -> counted.add(ConcurrencyReader.read(rule, section, context));
            case LOCKOUT -> counted.add(LockoutReader.read(rule, section, context));
            case ALLOW, BLOCK -> access.add(AccessReader.read(rule, section, context));
            case SIGNIN -> throw new IllegalArgumentException(
                    rule + " stands for several rules, and is not a rule itself");
        }
        Optional<RuleName> other = namesake(rule, all);
        if (other.isPresent()) {
            section.problem(other.get() + " has the same name, and a denial tells only the name; rename one of them");
        }
    }

    private List<Rule> rulesOf(RuleVocabulary kind) {
        List<Rule> known = counted.get(kind);
        if (known == null) {
            known = new ArrayList<>();
            counted.put(kind, known);
        }
        return known;
    }

    private Section section(RuleName rule) {
        RuleVocabulary kind = rule.kind() == RuleVocabulary.BLOCK ? RuleVocabulary.ALLOW : rule.kind();
        return new Section(rule.prefix(), settings, Objects.requireNonNull(references.get(kind)));
    }

    /** An attempt is reserved while its request waits for a slot of a limit on the same path, whichever that is. */
    void checkWaits() {
        for (Rule waiting : rulesOf(RuleVocabulary.LIMIT)) {
            for (Rule rule : rulesOf(RuleVocabulary.LOCKOUT)) {
                LockoutRule lockout = (LockoutRule) rule;
                if (waiting.terms().waitMicros() >= lockout.policy().settleMicros()) {
                    rejectWait(waiting, lockout);
                    break;
                }
            }
        }
    }

    /** A siege without a challenge lets callers in by a limit, which must be there. */
    void checkSieges() {
        for (Rule rule : rulesOf(RuleVocabulary.LOCKOUT)) {
            Optional<Besieged> besieged = Optional.ofNullable(((LockoutRule) rule).besieged());
            Optional<String> name = besieged.flatMap(Besieged::limit);
            if (name.isPresent()
                    && rulesOf(RuleVocabulary.LIMIT).stream()
                            .noneMatch(limit -> limit.name().equals(name.get()))) {
                section(new RuleName(RuleVocabulary.LOCKOUT, rule.name()))
                        .reject(
                                LockoutKeys.SIEGE_LIMIT,
                                "there is no such limit; declare limit.NAME.rate=5/1m and limit.NAME.key=global, without a path");
            }
        }
    }

    private void rejectWait(Rule limit, LockoutRule lockout) {
        String settle = Durations.format(Durations.ofMicros(lockout.policy().settleMicros()));
        section(new RuleName(RuleVocabulary.LIMIT, limit.name()))
                .reject(
                        LimitKeys.WAIT,
                        "it must be shorter than lockout." + lockout.name() + ".settle=" + settle
                                + ", or an attempt that waits for its slot would count as failed before it began");
    }

    /**
     * The first rule of another kind, before this one's, that cannot be distinguished from it: a block's denials look like a
     * lockout's, and two statuses of one name like one. Else rules of one name are one bundle, that beans ask by it.
     */
    private Optional<RuleName> namesake(RuleName rule, Set<RuleName> rules) {
        for (RuleVocabulary kind : RuleVocabulary.values()) {
            RuleName other = new RuleName(kind, rule.name());
            if (rule.kind().denies()
                    && kind.denies()
                    && kind.compareTo(rule.kind()) < 0
                    && rules.contains(other)
                    && looksLike(other, rule)) {
                return Optional.of(other);
            }
        }
        return Optional.empty();
    }

    private boolean looksLike(RuleName other, RuleName rule) {
        return rule.kind() == RuleVocabulary.BLOCK
                || (section(rule).states(RuleKeys.STATUS) && section(other).states(RuleKeys.STATUS));
    }
}
