package io.github.ostiary.config;

import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.LockoutRule.Besieged;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        return counted.values().stream().flatMap(List::stream).toList();
    }

    List<AccessRule> access() {
        return access;
    }

    /** The names of those that only report, with their kinds. */
    Set<String> shadows() {
        return Stream.concat(
                        counted().stream().filter(Rule::shadow).map(Rule::full),
                        access.stream().filter(AccessRule::shadow).map(AccessRule::full))
                .collect(Collectors.toSet());
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
        namesake(rule, all)
                .ifPresent(other -> section.problem(
                        other + " has the same name, and a denial tells only the name; rename one of them"));
    }

    private List<Rule> rulesOf(RuleVocabulary kind) {
        return counted.computeIfAbsent(kind, any -> new ArrayList<>());
    }

    private Section section(RuleName rule) {
        RuleVocabulary kind = rule.kind() == RuleVocabulary.BLOCK ? RuleVocabulary.ALLOW : rule.kind();
        return new Section(rule.prefix(), settings, Objects.requireNonNull(references.get(kind)));
    }

    /** An attempt is reserved while its request waits for a slot of a limit on the same path, whichever that is. */
    void checkWaits() {
        for (Rule waiting : rulesOf(RuleVocabulary.LIMIT)) {
            rulesOf(RuleVocabulary.LOCKOUT).stream()
                    .map(LockoutRule.class::cast)
                    .filter(lockout ->
                            waiting.terms().waitMicros() >= lockout.policy().settleMicros())
                    .findFirst()
                    .ifPresent(lockout -> rejectWait(waiting, lockout));
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
        return Arrays.stream(RuleVocabulary.values())
                .filter(kind -> rule.kind().denies() && kind.denies() && kind.compareTo(rule.kind()) < 0)
                .map(kind -> new RuleName(kind, rule.name()))
                .filter(other -> rules.contains(other) && looksLike(other, rule))
                .findFirst();
    }

    private boolean looksLike(RuleName other, RuleName rule) {
        return rule.kind() == RuleVocabulary.BLOCK
                || (section(rule).states(RuleKeys.STATUS) && section(other).states(RuleKeys.STATUS));
    }
}
