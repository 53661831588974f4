package io.github.ostiary.setup;

import io.github.ostiary.DenialHandler;
import io.github.ostiary.Key;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.edge.BodySettings;
import io.github.ostiary.edge.OfferedChallenge;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.rule.Signals.Judge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A reader of the settings that the HTTP edge needs. */
final class EdgeSettingsReader {

    private EdgeSettingsReader() {}

    static EdgeSettings read(GuardConfig config, Optional<DenialHandler> handler) {
        GlobalConfig global = config.global();
        List<RuleBasics> rules = new ArrayList<>();
        for (Rule rule : config.rules()) {
            rules.add(rule.basics());
        }
        for (AccessRule rule : config.access()) {
            rules.add(rule.basics());
        }
        Map<String, Integer> statuses = new HashMap<>();
        for (RuleBasics rule : rules) {
            if (rule.status().isPresent()) {
                statuses.put(rule.name(), rule.status().getAsInt());
            }
        }
        return new EdgeSettings(
                global.get(GlobalKeys.ENABLED),
                global.get(GlobalKeys.HEADERS),
                new BodySettings(global.get(GlobalKeys.FORM_ENCODING), global.get(GlobalKeys.JSON_MAX_BODY)),
                new EdgeSettings.Pages(
                        global.find(GlobalKeys.DENIED_PAGE),
                        global.find(GlobalKeys.CHALLENGE_PAGE),
                        global.find(GlobalKeys.UNLOCK_PATH)),
                handler,
                reach(global.find(GlobalKeys.UNLOCK_PATH).isPresent(), rules, config.rules(), exactPaths(config)),
                statuses,
                challenges(config.rules()));
    }

    private static Map<String, EdgeSettings.PendingChallenge> challenges(List<Rule> rules) {
        Map<String, EdgeSettings.PendingChallenge> challenges = new HashMap<>();
        for (Rule rule : rules) {
            if (rule instanceof LockoutRule lockout
                    && lockout.verifier().orElse(null) instanceof OfferedChallenge offered) {
                long wait = lockout.policy().pendingMicros() / 1_000_000;
                challenges.put(rule.name(), new EdgeSettings.PendingChallenge(offered, wait));
            }
        }
        return challenges;
    }

    private static EdgeSettings.Reach reach(
            boolean page, List<RuleBasics> all, List<Rule> counted, List<EdgeSettings.ExactPath> exactPaths) {
        boolean first = page;
        boolean last = false;
        for (RuleBasics rule : all) {
            first |= !isForBeans(rule) && !isLast(rule);
            last |= !isForBeans(rule) && isLast(rule);
        }
        boolean beans = false;
        boolean sessions = false;
        List<String> early = new ArrayList<>();
        for (Rule rule : counted) {
            beans |= isForBeans(rule.basics()) && judge(rule) == Judge.APPLICATION;
            sessions |= rule instanceof LockoutRule lockout && lockout.signals().askForSessions();
            sessions |= rule instanceof LimitRule limit
                    && limit.cost() instanceof Cost.CountedAnswer answers
                    && answers.signals().askForSessions();
            if (countsPrincipals(rule) && !isForBeans(rule.basics()) && !isLast(rule.basics())) {
                early.add(rule.full());
            }
        }
        return new EdgeSettings.Reach(first, last, beans, sessions, logins(counted), early, exactPaths);
    }

    /** A sign-in of Spring Security's meets its limit, too, as a bean's does: it is asked by the sign-in's name. */
    private static EdgeSettings.Logins logins(List<Rule> counted) {
        List<String> container = new ArrayList<>();
        Set<String> spring = new LinkedHashSet<>();
        List<String> outside = new ArrayList<>();
        for (Rule rule : counted) {
            if (judge(rule) == Judge.CONTAINER) {
                container.add(rule.name());
            } else if (judge(rule) == Judge.SPRING) {
                int dot = rule.name().indexOf('.');
                spring.add(dot < 0 ? rule.name() : rule.name().substring(0, dot));
                if (countsPrincipals(rule)) {
                    outside.add(rule.name());
                }
            }
        }
        return new EdgeSettings.Logins(container, List.copyOf(spring), outside);
    }

    private static boolean countsPrincipals(Rule rule) {
        return rule.terms().knownAs().apply(Key.principal("bob")).isPresent();
    }

    /** Allow rules are not among them: what they do not know of they do not waive. */
    private static List<EdgeSettings.ExactPath> exactPaths(GuardConfig config) {
        List<EdgeSettings.ExactPath> paths = new ArrayList<>();
        for (Rule rule : config.rules()) {
            add(paths, rule.written(), rule.basics().matcher(), rule.kind() == RuleKind.LOCKOUT);
        }
        for (AccessRule rule : config.access()) {
            if (rule.blocks()) {
                add(paths, rule.full(), rule.basics().matcher(), true);
            }
        }
        return paths;
    }

    private static void add(List<EdgeSettings.ExactPath> paths, String rule, RequestMatcher matcher, boolean guards) {
        for (PathPattern pattern : matcher.paths()) {
            pattern.exact()
                    .ifPresent(path -> paths.add(new EdgeSettings.ExactPath(rule, path, guards, matcher::decides)));
        }
    }

    /** The party that knows how attempts end. */
    static Judge judge(Rule rule) {
        return rule instanceof LockoutRule lockout ? lockout.judge() : Judge.APPLICATION;
    }

    /** Beans are asked behind the application's filters, and must see the user that those have authenticated. */
    static boolean isForBeans(RuleBasics rule) {
        return rule.matcher().paths().isEmpty();
    }

    private static boolean isLast(RuleBasics rule) {
        return rule.matcher().position() == Position.LAST;
    }

    /** Tells what was registered when the application started, and cannot be now. */
    static void check(EdgeSettings.Reach there, EdgeSettings.Reach needed, Problems problems) {
        List<String> missing = new ArrayList<>();
        if (needed.first() && !there.first()) {
            missing.add("a filter for paths, which was not needed");
        }
        if ((needed.last() && !there.last()) || (needed.beans() && !there.beans())) {
            missing.add("a second filter, for position=last or for beans, which was not needed");
        }
        if (!needed.logins().equals(there.logins())) {
            missing.add("other guarded sign-ins (login=container, login=spring) than were needed");
        }
        for (String what : missing) {
            problems.add("these rules need " + what + " when the application started; restart it");
        }
    }
}
