package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.Position;
import io.github.ostiary.identity.Condition;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleCounts;
import io.github.ostiary.rule.RuleLedger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Reads what rules of all kinds have: {@code path methods when position enforce status description}. */
final class BasicsReader {

    private static final int LONGEST_DESCRIPTION = 200;

    private final RuleName name;
    private final Section rule;
    private final List<String> paths;
    private Methods methods;
    private final Position position;

    /**
     * Reads lists and words; what they refer to follows in {@link #read}.
     *
     * @param name the rule's
     * @param rule the rule's keys
     * @param defaultPath the path of a rule that states none
     * @param defaultMethods of a rule with a path that states none
     */
    BasicsReader(RuleName name, Section rule, List<String> defaultPath, Methods defaultMethods) {
        this.name = name;
        this.rule = rule;
        if (defaultPath.isEmpty() && !rule.states("path")) {
            String message = "it means nothing without a path; add " + rule.full("path") + "=/* or remove it";
            rule.reject("methods", message);
            rule.reject("position", message);
        }
        List<String> stated = rule.list("path");
        paths = stated.isEmpty() ? defaultPath : stated;
        methods =
                rule.read("methods", BasicsReader::methods).orElse(rule.states("path") ? defaultMethods : Methods.ALL);
        position = rule.choice("position", Position.class, Position.FIRST);
    }

    RuleName name() {
        return name;
    }

    /** Whether the rule only reports: it or the whole configuration does not enforce. */
    boolean shadow(GlobalConfig global) {
        boolean own =
                rule.read("enforce", text -> ProofReader.enforces(name, text)).orElse(true);
        return !(own && global.get(GlobalKeys.ENFORCE));
    }

    /** The status of a denial, if the rule states it. */
    OptionalInt status() {
        int status = rule.number("status", 400, 599, 0);
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /**
     * Reads the rest.
     *
     * @param meaning the condition's, where a body hides what it depends on
     * @param counts of all rules
     * @return if there were problems, defaults stand in for what is wrong
     */
    RuleBasics read(
            boolean shadow,
            OptionalInt status,
            Function<Condition, Predicate<CallContext>> meaning,
            RuleLedger counts) {
        Optional<String> description = rule.read("description", BasicsReader::description);
        RequestMatcher matcher = matcher(rule.references(), meaning);
        RuleCounts own = counts.of(name.toString());
        return new RuleBasics(name.name(), matcher, shadow, status, description, own);
    }

    /** The same for a rule that waives others: what it is about must be certain, and its methods are compared exactly. */
    RuleBasics readWaiver(RuleLedger counts) {
        methods = methods.exactly();
        return read(false, OptionalInt.empty(), Condition::certainly, counts);
    }

    private static String description(String text) {
        if (text.length() > LONGEST_DESCRIPTION) {
            throw new IllegalArgumentException("must have at most " + LONGEST_DESCRIPTION + " characters, not "
                    + text.length() + "; say it in one sentence");
        }
        return text;
    }

    private static Methods methods(String text) {
        Set<String> names = new LinkedHashSet<>();
        List<String> listed = Values.list(text);
        if (listed.equals(List.of("*"))) {
            return Methods.ALL;
        }
        for (String name : listed) {
            if (!name.matches("[A-Za-z][A-Za-z-]*")) {
                throw new IllegalArgumentException(
                        "'" + name + "' is not a request method; write a list, such as POST, PUT, or * alone for all");
            }
            names.add(name.toUpperCase(Locale.ROOT));
        }
        return Methods.of(names);
    }

    private RequestMatcher matcher(Section references, Function<Condition, Predicate<CallContext>> meaning) {
        List<PathPattern> included = new ArrayList<>();
        List<PathPattern> excluded = new ArrayList<>();
        for (String path : paths) {
            boolean excludes = path.startsWith("!");
            checkSeen(references, path);
            Optional<PathPattern> pattern =
                    references.read("path", excludes ? path.substring(1) : path, PathPattern::parse);
            if (pattern.isPresent()) {
                (excludes ? excluded : included).add(pattern.get());
            }
        }
        if (included.isEmpty() && !excluded.isEmpty()) {
            included.add(PathPattern.parse("/*"));
        }
        Predicate<CallContext> when =
                references.read("when", Condition::parseAll).map(meaning).orElse(RequestMatcher.ALWAYS);
        return new RequestMatcher(included, excluded, methods, when, position);
    }

    /** What the container keeps to itself. */
    private static void checkSeen(Section references, String path) {
        if (!path.startsWith("!") && List.of(path.split("/", -1)).contains("j_security_check")) {
            boolean ofSignIn = references.full("path").startsWith("signin.");
            references.reject(
                    "path",
                    path,
                    "the container answers j_security_check itself, before any filter is asked, so that no password is ever"
                            + " seen there; write "
                            + (ofSignIn
                                    ? references.full("login") + "=container in place of path and name"
                                    : "login=container in place of a lockout's path")
                            + ", or sign in by request.login(name, password) in a servlet of your own and name its path here");
        }
    }
}
