package io.github.ostiary.rule;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules that are about one call. Immutable. */
public final class MatchedRules {

    /** No rule is. */
    public static final MatchedRules NONE = new MatchedRules(null, List.of(), Set.of(), false);

    private final @Nullable AccessRule block;
    private final List<Rule> counted;
    private final Set<RuleKind> waived;
    private final boolean shadowed;

    private MatchedRules(@Nullable AccessRule block, List<Rule> counted, Set<RuleKind> waived, boolean shadowed) {
        this.block = block;
        this.counted = counted;
        this.waived = waived;
        this.shadowed = shadowed;
    }

    /** A block applies: nothing else is asked. */
    static MatchedRules blocked(AccessRule block) {
        return new MatchedRules(block, List.of(), Set.of(), false);
    }

    /**
     * No block applies, but for shadows.
     *
     * @param access what else applies of the allow and block rules
     * @param counted what counts the call
     */
    static MatchedRules of(List<AccessRule> access, List<Rule> counted) {
        if (access.isEmpty()) {
            return counted.isEmpty() ? NONE : new MatchedRules(null, counted, Set.of(), false);
        }
        boolean shadowed = false;
        Set<RuleKind> waived = EnumSet.noneOf(RuleKind.class);
        for (AccessRule rule : access) {
            shadowed |= rule.blocks();
            if (!rule.shadow()) {
                waived.addAll(rule.waives());
            }
        }
        return new MatchedRules(null, counted, waived, shadowed);
    }

    /**
     * Rules of some names, whose {@code when} holds.
     *
     * @param counted what counts the call
     * @param shadowed whether a shadow could not read the call
     */
    static MatchedRules named(List<Rule> counted, boolean shadowed) {
        return counted.isEmpty() && !shadowed ? NONE : new MatchedRules(null, counted, Set.of(), shadowed);
    }

    /**
     * The block that applies.
     *
     * @return null if none does; then nothing else was looked for
     */
    public @Nullable AccessRule block() {
        return block;
    }

    /**
     * The rules that count the call.
     *
     * @return in the order they are told of
     */
    public List<Rule> counted() {
        return counted;
    }

    /**
     * Whether an allow rule lets the call pass a rule uncounted.
     *
     * @param rule that would count it
     * @return true if so
     */
    public boolean waives(Rule rule) {
        return waived.contains(rule.family());
    }

    /**
     * Whether a shadow would deny the call, whatever is counted.
     *
     * @return true for a block that only reports, or one that cannot read the call
     */
    public boolean shadowed() {
        return shadowed;
    }
}
