package io.github.ostiary.explain;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.Prospects;
import io.github.ostiary.engine.Prospects.Prospect;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.operator.Explanation;
import io.github.ostiary.operator.Explanation.Match;
import io.github.ostiary.operator.Explanation.RuleMatch;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.MatchedRules;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.rule.UnreadableCallException;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers operators: the rules that decide are asked what they ask of a call, and the tiers what they would say, with
 * nothing spent. Thread-safe.
 */
public final class Explainer {

    private final Supplier<RuleSet> inForce;
    private final Prospects prospects;
    private final StatusReader standings;

    /** An explainer of the rules of a guard. */
    public Explainer(Supplier<RuleSet> inForce, Prospects prospects, Tiers tiers) {
        this.inForce = inForce;
        this.prospects = prospects;
        this.standings = new StatusReader(tiers);
    }

    /**
     * How a key stands with a rule.
     *
     * @param rule the name of a rule that counts
     * @param key who
     * @return one for each kind of rule of that name
     * @throws IllegalArgumentException if there is no such rule, or no call could have such a key
     */
    public List<KeyStatus> explain(String rule, Key key) {
        Claims claims = prospects.claims();
        for (Rule each : inForce.get().named(rule)) {
            each.look(each.terms().knownAs().apply(key).orElse(key), claims);
        }
        return standings.of(claims.asks());
    }

    /**
     * How a key stands with every rule that counts such keys.
     *
     * @param key who
     * @return in the order of the rules' names
     */
    public List<KeyStatus> explain(Key key) {
        Claims claims = prospects.claims();
        for (Rule each : inForce.get().all()) {
            Optional<Key> known = each.terms().knownAs().apply(key);
            known.ifPresent(own -> each.look(own, claims));
        }
        return standings.of(claims.asks());
    }

    /**
     * The decision on a request at this moment, and why.
     *
     * @param call the request
     * @return with every rule of the guard
     */
    public Explanation explain(CallContext call) {
        String path = call.path().orElse("");
        RuleSet rules = inForce.get();
        Stage first = new Stage(rules, call, path, Position.FIRST);
        Stage last = new Stage(rules, call, path, Position.LAST);
        Prospect before = first.decided();
        boolean ends = !before.decision().allowed();
        Prospect decided = ends ? before : last.after(first);
        List<RuleMatch> matches = new ArrayList<>(first.matches(false));
        matches.addAll(last.matches(ends));
        matches.sort(Comparator.<RuleMatch, Boolean>comparing(match -> !isAccess(match.kind()))
                .thenComparing(RuleMatch::rule)
                .thenComparing(RuleMatch::kind));
        return new Explanation(decided.decision(), Durations.ofMicros(decided.waitMicros()), matches);
    }

    private static boolean isAccess(RuleType kind) {
        return kind == RuleType.ALLOW || kind == RuleType.BLOCK;
    }

    /** A place in the filter chain, and what a call meets there. Used by one thread. */
    private final class Stage {

        private final CallContext call;
        private final List<RuleFinding> findings;
        private final List<Ask> asks;
        private final boolean holding;
        private final Set<Rule> unread = new HashSet<>();
        private boolean shadowed;
        private @Nullable Prospect denial;

        /** A stage as the engine decides: match, block, allow, keys. What is asked of the tiers is only looked at. */
        Stage(RuleSet rules, CallContext call, String path, Position position) {
            this.call = call;
            findings = new RuleExaminer(rules, call, path, position).findings();
            Claims claims = prospects.claims();
            if (!path.isEmpty()) {
                try {
                    gather(rules.matching(call, path, position, new MetRules()), call, claims);
                } catch (UnreadableCallException e) {
                    denial = Prospect.denied(Reason.MALFORMED, e.rule().name());
                }
            }
            asks = claims.asks();
            holding = claims.areHeld();
        }

        private void gather(MatchedRules matched, CallContext call, Claims claims) {
            if (matched.block() != null) {
                denial = Prospect.denied(Reason.BLOCKED, matched.block().name());
                return;
            }
            shadowed = matched.shadowed();
            for (Rule rule : matched.counted()) {
                if (!claims.add(rule, call)) {
                    unread.add(rule);
                    shadowed = true;
                    if (!rule.shadow() && denial == null) {
                        denial = Prospect.denied(Reason.MALFORMED, rule.name());
                    }
                }
            }
        }

        Prospect decided() {
            return denial == null ? prospects.of(call, asks, holding, shadowed) : denial;
        }

        /** The explanation of a call that the first filter position admits: all that was asked, if this position admits it, too. */
        Prospect after(Stage first) {
            Prospect here = decided();
            if (!here.decision().allowed()) {
                return here;
            }
            List<Ask> all = new ArrayList<>(first.asks);
            all.addAll(asks);
            return prospects.of(call, all, holding || first.holding, shadowed || first.shadowed);
        }

        List<RuleMatch> matches(boolean deniedBefore) {
            List<KeyStatus> all = deniedBefore ? List.of() : standings.of(asks);
            List<RuleMatch> matches = new ArrayList<>(findings.size());
            for (RuleFinding finding : findings) {
                RuleFinding seen = deniedBefore ? finding.notReached() : read(finding);
                List<KeyStatus> own = seen.match() == Match.COUNTS ? own(seen, all) : List.of();
                RuleFinding counted = seen.match() == Match.COUNTS && own.isEmpty() ? seen.with(Match.NOBODY) : seen;
                matches.add(new RuleMatch(
                        seen.basics().name(), seen.kind(), !seen.basics().shadow(), counted.match(), seen.by(), own));
            }
            return matches;
        }

        private RuleFinding read(RuleFinding finding) {
            return finding.rule() != null && finding.match() == Match.COUNTS && unread.contains(finding.rule())
                    ? finding.with(Match.UNREADABLE)
                    : finding;
        }

        private List<KeyStatus> own(RuleFinding finding, List<KeyStatus> all) {
            return all.stream()
                    .filter(standing -> standing.kind() == finding.kind()
                            && standing.rule().equals(finding.basics().name()))
                    .toList();
        }
    }
}
