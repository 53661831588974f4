package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.identity.Condition;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.identity.KeySettings;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.RequestMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** What rules of all kinds are compiled from: keys and scopes. Not thread-safe. */
public final class RuleParts {

    private final KeySettings settings;
    private final Problems problems;

    public RuleParts(KeySettings settings, Problems problems) {
        this.settings = settings;
        this.problems = problems;
    }

    Problems problems() {
        return problems;
    }

    KeySettings settings() {
        return settings;
    }

    /** A key's expression; where it is malformed, {@code ip} stands in. */
    KeyExpression key(String name, String text) {
        return parsed(name, text, this::expression).orElseGet(() -> expression("ip"));
    }

    KeyExpression expression(String text) {
        return KeyExpression.parse(text, settings);
    }

    RequestMatcher scope(String prefix, Match match) {
        return scope(prefix, match, condition -> condition);
    }

    /** With the condition's meaning where a body hides what it depends on. */
    RequestMatcher scope(String prefix, Match match, Function<Condition, Predicate<CallContext>> meaning) {
        List<PathPattern> paths = new ArrayList<>();
        List<PathPattern> excluded = new ArrayList<>();
        for (String path : match.path()) {
            boolean excludes = path.startsWith("!");
            checkSeen(prefix, path);
            parsed(prefix + "path", excludes ? path.substring(1) : path, PathPattern::parse)
                    .ifPresent((excludes ? excluded : paths)::add);
        }
        if (paths.isEmpty() && !excluded.isEmpty()) {
            paths.add(PathPattern.parse("/*"));
        }
        Predicate<CallContext> when = match.when()
                .flatMap(text -> parsed(prefix + "when", text, Condition::parseAll))
                .map(meaning)
                .orElse(RequestMatcher.ALWAYS);
        return new RequestMatcher(paths, excluded, match.methods(), when, match.position());
    }

    /** What the container keeps to itself. */
    private void checkSeen(String prefix, String path) {
        if (!path.startsWith("!") && List.of(path.split("/", -1)).contains("j_security_check")) {
            problems.add(
                    prefix + "path",
                    path,
                    "the container answers j_security_check itself, before any filter is asked, so that no password is ever"
                            + " seen there; sign in by request.login(name, password) in a servlet of your own and name"
                            + " its path here, or leave path out and ask from Java where the password is checked");
        }
    }

    /** Parses a value; what is wrong with it becomes a problem. */
    <T> Optional<T> parsed(String key, String value, Function<String, T> parser) {
        try {
            return Optional.of(parser.apply(value));
        } catch (IllegalArgumentException e) {
            problems.add(key, value, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
