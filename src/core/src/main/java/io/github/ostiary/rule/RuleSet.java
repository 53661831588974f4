package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.text.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rules of an application, found by name or by what they are about. Thread-safe. */
public final class RuleSet {

    private final ConcurrentSkipListMap<String, Map<RuleKind, Rule>> byName = new ConcurrentSkipListMap<>();

    /** The rules of a sign-in, by its name: {@code main} for {@code main.account}. */
    private final ConcurrentSkipListMap<String, List<Rule>> bySignIn = new ConcurrentSkipListMap<>();

    private final PathIndex<Rule> counted = new PathIndex<>();
    private final PathIndex<AccessRule> access = new PathIndex<>();
    private final List<AccessRule> allAccess;
    private final boolean noAccess;

    /** How many rules paths find at each place in the filter chain. */
    private final Map<Position, Integer> most = new EnumMap<>(Position.class);

    public RuleSet(Collection<? extends Rule> rules, List<AccessRule> accessRules) {
        for (Rule rule : rules) {
            addIfAbsent(rule);
            counted.add(rule.basics().matcher().paths(), rule);
            if (!rule.basics().matcher().paths().isEmpty()) {
                most.merge(rule.basics().matcher().position(), 1, Integer::sum);
            }
        }
        allAccess = List.copyOf(accessRules);
        noAccess = accessRules.isEmpty();
        for (AccessRule rule : accessRules) {
            access.add(rule.basics().matcher().paths(), rule);
        }
    }

    /**
     * The rules that are about a request. Where one blocks it, no other is looked for.
     *
     * @param call the request
     * @param path its own
     * @param position where in the filter chain
     * @param met the rules the request has met before, which are not among those found; those found are added
     * @return what decides it
     * @throws UnreadableCallException if a rule cannot tell whether it is about the call
     */
    public MatchedRules matching(CallContext call, String path, Position position, MetRules met) {
        List<AccessRule> found = access(call, path, position);
        for (int i = 0; i < found.size(); i++) {
            AccessRule rule = found.get(i);
            if (rule.blocks() && !rule.shadow()) {
                return MatchedRules.blocked(rule);
            }
        }
        return MatchedRules.of(found, unmet(counted(call, path, position), met), met)
                .unlessRefused(call);
    }

    /**
     * The rules of some names, whatever their paths and methods.
     *
     * @param names whose rules of every kind
     * @param call the call that their conditions look at
     * @return what decides it
     * @throws UnreadableCallException if a rule cannot tell whether it is about the call
     * @throws IllegalArgumentException if there is no such rule; the message names the nearest
     */
    public MatchedRules matching(Collection<String> names, CallContext call) {
        List<Rule> asked = new ArrayList<>(names.size());
        for (String name : names) {
            asked.addAll(named(name));
        }
        List<Rule> found = new ArrayList<>(asked.size());
        boolean shadowed = false;
        for (Rule rule : asked) {
            try {
                if (rule.basics().matcher().when().test(call)) {
                    found.add(rule);
                }
            } catch (MalformedCallException e) {
                if (!rule.shadow()) {
                    throw new UnreadableCallException(rule.basics());
                }
                shadowed = true;
            }
        }
        return MatchedRules.of(found, shadowed).unlessRefused(call);
    }

    /** The rules that count, in the order of their names. */
    public List<Rule> all() {
        List<Rule> all = new ArrayList<>();
        for (Map<RuleKind, Rule> kinds : byName.values()) {
            all.addAll(kinds.values());
        }
        return List.copyOf(all);
    }

    /** Whether a rule that counts only reports. */
    public boolean anyOnTrial() {
        for (Rule rule : all()) {
            if (rule.shadow()) {
                return true;
            }
        }
        return false;
    }

    /** The rules that block or allow, as they were given. */
    public List<AccessRule> allAccess() {
        return allAccess;
    }

    /** Whether a rule that counts is found by a path. */
    public boolean isFound(Rule rule, String path) {
        return counted.find(path).contains(rule);
    }

    /** Whether a rule that blocks or allows is found by a path. */
    public boolean isFound(AccessRule rule, String path) {
        return access.find(path).contains(rule);
    }

    /** Mostly all of them: only where one was met before they are gathered anew. */
    private static List<Rule> unmet(List<Rule> found, MetRules met) {
        int first = 0;
        while (first < found.size() && met.add(found.get(first).counts)) {
            first++;
        }
        if (first == found.size()) {
            return found;
        }
        List<Rule> unmet = new ArrayList<>(found.subList(0, first));
        for (int i = first + 1; i < found.size(); i++) {
            if (met.add(found.get(i).counts)) {
                unmet.add(found.get(i));
            }
        }
        return unmet;
    }

    /** The rules that count a request at a position. Its other paths are worked out only where more rules may be about them. */
    private List<Rule> counted(CallContext call, String path, Position position) {
        int all = most.getOrDefault(position, 0);
        if (all == 0) {
            return List.of();
        }
        List<Rule> found = countedAs(call, path, position);
        if (found.size() == all) {
            return found;
        }
        List<String> aliases = call.pathAliases();
        if (aliases.isEmpty()) {
            return found;
        }
        Set<Rule> more = new LinkedHashSet<>(found);
        for (String alias : aliases) {
            for (Rule rule : countedAs(call, alias, position)) {
                if (!rule.basics().matcher().excludes(path)) {
                    more.add(rule);
                }
            }
        }
        return List.copyOf(more);
    }

    /**
     * The rules that count a request, as far as its head tells. Immutable.
     *
     * @param rules are about the request
     * @param all whether no other rule may be
     */
    public record ByHead(List<Rule> rules, boolean all) {}

    /**
     * The rules that count a request, as far as its head tells.
     *
     * @param head of the request, whose body is not read
     * @param path its own
     * @param position where in the filter chain
     * @return none where another rule allows or blocks the request, and may waive these
     * @throws NeedsBody if the head does not tell whether one does, or whether what is denied counts
     * @throws UnreadableCallException if a rule cannot tell whether it is about the call
     */
    public ByHead countedByHead(CallContext head, String path, Position position) {
        List<Rule> known = new ArrayList<>(4);
        boolean all = true;
        List<Rule> found = access(head, path, position).isEmpty() ? counted.find(path) : List.of();
        for (int i = 0; i < found.size(); i++) {
            try {
                if (covers(found.get(i), head, path, position)) {
                    known.add(found.get(i));
                }
            } catch (NeedsBody e) {
                all = false;
                if (found.get(i).countsDenied()) {
                    throw e;
                }
            }
        }
        return new ByHead(known, all);
    }

    /** Mostly all that is found: only where one is not meant they are gathered anew. */
    private List<Rule> countedAs(CallContext call, String path, Position position) {
        List<Rule> found = counted.find(path);
        int first = 0;
        while (first < found.size() && covers(found.get(first), call, path, position)) {
            first++;
        }
        if (first == found.size()) {
            return found;
        }
        List<Rule> covering = new ArrayList<>(found.subList(0, first));
        for (int i = first + 1; i < found.size(); i++) {
            if (covers(found.get(i), call, path, position)) {
                covering.add(found.get(i));
            }
        }
        return covering;
    }

    private static boolean covers(Rule rule, CallContext call, String path, Position position) {
        try {
            return rule.matcher.covers(call, path, position);
        } catch (MalformedCallException e) {
            return notMeant(rule.basics());
        }
    }

    /** A shadow rule that cannot read a call is not about it. */
    private static boolean notMeant(RuleBasics rule) {
        if (rule.shadow()) {
            return false;
        }
        throw new UnreadableCallException(rule);
    }

    /** The access rules of a request that apply to this caller. A caller who is allowed first is still allowed last. */
    public List<AccessRule> access(CallContext call, String path, Position position) {
        if (noAccess) {
            return List.of();
        }
        List<AccessRule> found = accessOf(call, path, position);
        List<String> aliases = call.pathAliases();
        if (aliases.isEmpty()) {
            return found;
        }
        Set<AccessRule> all = new LinkedHashSet<>(found);
        for (String alias : aliases) {
            for (AccessRule rule : accessOf(call, alias, position)) {
                if (rule.blocks() && !rule.basics().matcher().excludes(path)) {
                    all.add(rule);
                }
            }
        }
        return List.copyOf(all);
    }

    private List<AccessRule> accessOf(CallContext call, String path, Position position) {
        List<AccessRule> found = List.of();
        for (AccessRule rule : access.find(path)) {
            if (applies(rule, call, path, position)) {
                found = found.isEmpty() ? new ArrayList<>(2) : found;
                found.add(rule);
            }
        }
        return found;
    }

    private static boolean applies(AccessRule rule, CallContext call, String path, Position position) {
        try {
            return rule.basics().matcher().covers(call, path, rule.blocks() ? position : earliest(rule, position))
                    && rule.condition().test(call);
        } catch (MalformedCallException e) {
            return notMeant(rule.basics());
        }
    }

    private static Position earliest(AccessRule allow, Position position) {
        Position own = allow.basics().matcher().position();
        return own.compareTo(position) <= 0 ? own : position;
    }

    /** The rules of a name, one per kind, in the order in which answers name them; of a sign-in, all that it stands for. */
    public Collection<Rule> named(String name) {
        Map<RuleKind, Rule> rules = byName.get(name);
        if (rules == null && bySignIn.containsKey(name)) {
            return bySignIn.getOrDefault(name, List.of());
        }
        if (rules == null) {
            throw new IllegalArgumentException("there is no rule limit." + name
                    + Nearest.hint(name, byName.keySet(), "; declare limit." + name + ".rate"));
        }
        return rules.values();
    }

    /** The limit of a name; null if there is none. */
    public @Nullable LimitRule limit(String name) {
        return byName.getOrDefault(name, Map.of()).get(RuleKind.LIMIT) instanceof LimitRule limit ? limit : null;
    }

    /** The rule of a name and kind; {@code key} is what would declare it. */
    public <R extends Rule> R named(String name, RuleKind kind, Class<R> type, String key) {
        Map<RuleKind, Rule> namesakes = byName.getOrDefault(name, Map.of());
        Rule rule = namesakes.get(kind);
        if (rule == null && !namesakes.isEmpty()) {
            RuleKind other = namesakes.keySet().iterator().next();
            throw new IllegalArgumentException("there is no rule " + kind.prefix() + "." + name + "; " + name + " is a "
                    + other.prefix() + ", ask guard." + other.asked() + "(\"" + name + "\")");
        }
        if (rule == null && bySignIn.containsKey(name)) {
            throw new IllegalArgumentException("there is no rule " + kind.prefix() + "." + name + "; " + name
                    + " is a sign-in, ask for one of its rules: "
                    + bySignIn.getOrDefault(name, List.of()).stream()
                            .map(Rule::name)
                            .collect(Collectors.joining(", ")));
        }
        if (rule == null) {
            String prefix = kind.prefix() + ".";
            List<String> known = byName.entrySet().stream()
                    .filter(entry -> entry.getValue().containsKey(kind))
                    .map(Map.Entry::getKey)
                    .toList();
            throw new IllegalArgumentException("there is no rule " + prefix + name
                    + Nearest.hint(name, known, "; declare " + prefix + name + "." + key));
        }
        return type.cast(rule);
    }

    /** Adds a rule, unless there is one of its name and kind. */
    public void addIfAbsent(Rule rule) {
        Rule before = byName.computeIfAbsent(rule.name(), name -> new ConcurrentSkipListMap<>())
                .putIfAbsent(rule.kind(), rule);
        int dot = rule.name().indexOf('.');
        if (before == null && dot >= 0) {
            List<Rule> asked =
                    bySignIn.computeIfAbsent(rule.name().substring(0, dot), name -> new CopyOnWriteArrayList<>());
            asked.add(rule);
            asked.removeIf(each -> isForSieges(each, asked));
        }
    }

    /** A limit that a lockout asks in a siege is asked by that lockout alone. */
    private static boolean isForSieges(Rule limit, List<Rule> rules) {
        for (Rule rule : rules) {
            if (limit.kind() == RuleKind.LIMIT
                    && rule instanceof LockoutRule lockout
                    && lockout.besieged() != null
                    && lockout.besieged().limit().equals(Optional.of(limit.name()))) {
                return true;
            }
        }
        return false;
    }
}
