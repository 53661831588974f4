package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.MetRules;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules that are about one call. Not to be changed any more.
 *
 * @param block the rule that denies the call unasked; null if none does. Behind one nothing else was looked for
 * @param counted the rules that count the call and are not waived, in the order in which answers name them
 * @param shadowed whether a shadow would deny the call, whatever is counted
 */
public record MatchedRules(@Nullable RuleBasics block, List<Rule> counted, boolean shadowed) {

    private static final MatchedRules NONE = new MatchedRules(null, List.of(), false);

    /** A block applies: nothing else is asked. */
    static MatchedRules blocked(AccessRule block) {
        return new MatchedRules(block.basics(), List.of(), false);
    }

    /** Rules that count the call; {@code shadowed} if a shadow could not read it. */
    static MatchedRules of(List<Rule> counted, boolean shadowed) {
        if (shadowed || counted.size() > 1) {
            return new MatchedRules(null, counted, shadowed);
        }
        return counted.isEmpty() ? NONE : counted.get(0).alone;
    }

    /** No block applies, but for shadows; what else applies of the allow and block rules, and what counts the call. */
    static MatchedRules of(List<AccessRule> access, List<Rule> counted, MetRules met) {
        if (access.isEmpty()) {
            return of(counted, false);
        }
        boolean shadowed = false;
        Set<RuleKind> waived = EnumSet.noneOf(RuleKind.class);
        for (AccessRule rule : access) {
            if (rule.blocks() && met.add(rule.basics().counts())) {
                shadowed = true;
                rule.basics().counts().shadow();
            }
            if (!rule.shadow()) {
                waived.addAll(rule.waives());
            }
        }
        List<Rule> left = new ArrayList<>(counted);
        left.removeIf(rule -> waived.contains(rule.kind()));
        return of(left, shadowed);
    }

    /** The same of a call that one of those which count may refuse: then nothing is counted. */
    MatchedRules unlessRefused(CallContext call) {
        for (int i = 0; i < counted.size(); i++) {
            if (counted.get(i).refuses(call)) {
                return refused(call);
            }
        }
        return this;
    }

    private MatchedRules refused(CallContext call) {
        List<Rule> left = new ArrayList<>(counted.size());
        for (Rule rule : counted) {
            if (!rule.refuses(call)) {
                left.add(rule);
            } else if (!rule.shadow()) {
                return new MatchedRules(rule.basics(), List.of(), false);
            }
        }
        return new MatchedRules(null, left, true);
    }

    /**
     * Whether no rule is about the call.
     *
     * @return true if nothing need be asked
     */
    public boolean isEmpty() {
        return block == null && counted.isEmpty() && !shadowed;
    }
}
