package io.github.ostiary.setup;

import io.github.ostiary.DenialHandler;
import io.github.ostiary.Key;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.edge.BodySettings;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From a configuration to what the HTTP edge needs to know. */
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
                new EdgeSettings.Pages(global.find(GlobalKeys.DENIED_PAGE), global.find(GlobalKeys.CHALLENGE_PAGE)),
                handler,
                reach(rules, config.rules(), exactPaths(config)),
                statuses);
    }

    private static EdgeSettings.Reach reach(
            List<RuleBasics> all, List<Rule> counted, List<EdgeSettings.ExactPath> exactPaths) {
        boolean first = false;
        boolean last = false;
        for (RuleBasics rule : all) {
            first |= !isForBeans(rule) && !isLast(rule);
            last |= !isForBeans(rule) && isLast(rule);
        }
        boolean beans = false;
        boolean sessions = false;
        List<String> logins = new ArrayList<>();
        List<String> early = new ArrayList<>();
        for (Rule rule : counted) {
            beans |= isForBeans(rule.basics()) && !guardsContainer(rule);
            sessions |= rule instanceof LockoutRule lockout && lockout.signals().askForSessions();
            if (guardsContainer(rule)) {
                logins.add(rule.name());
            }
            if (countsPrincipals(rule) && !isForBeans(rule.basics()) && !isLast(rule.basics())) {
                early.add(rule.full());
            }
        }
        return new EdgeSettings.Reach(first, last, beans, sessions, logins, early, exactPaths);
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

    static boolean guardsContainer(Rule rule) {
        return rule instanceof LockoutRule lockout && lockout.guardsContainer();
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
            missing.add("rules with a path, and there were none");
        }
        if ((needed.last() && !there.last()) || (needed.beans() && !there.beans())) {
            missing.add("a second filter, for position=last or for beans, and there was none");
        }
        if (!needed.logins().equals(there.logins())) {
            missing.add("other rules with login=container than there were");
        }
        for (String what : missing) {
            problems.add("these rules need " + what + " when the application started; start it again with them");
        }
    }
}
