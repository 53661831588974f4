package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Explanation.Match;
import io.github.ostiary.edge.Position;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls that a rule is about. Immutable.
 *
 * @param paths any of these; empty for beans and Java code only
 * @param excluded and none of these
 * @param methods any of these, upper case, HEAD with GET; empty for all
 * @param when and this
 * @param position where in the filter chain
 */
public record RequestMatcher(
        List<PathPattern> paths,
        List<PathPattern> excluded,
        Set<String> methods,
        Predicate<CallContext> when,
        Position position) {

    /** What {@link #when} is of a rule without conditions. */
    public static final Predicate<CallContext> ALWAYS = call -> true;

    /** Copies the collections. */
    public RequestMatcher {
        paths = List.copyOf(paths);
        excluded = List.copyOf(excluded);
        methods = methods.contains("GET") ? withHead(methods) : Set.copyOf(methods);
    }

    /** Servlets answer HEAD by doing what GET does. */
    private static Set<String> withHead(Set<String> methods) {
        return Stream.concat(methods.stream(), Stream.of("HEAD")).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a path is an exception from the others. */
    boolean excludes(String path) {
        for (int i = 0; i < excluded.size(); i++) {
            if (excluded.get(i).matches(path)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a call on a path this was found by is meant. */
    boolean covers(CallContext call, String path, Position where) {
        return position == where && mismatch(call, path) == null;
    }

    /** Why a call on a path this was found by is not meant; null if it is, at its position. */
    @Nullable
    Match mismatch(CallContext call, String path) {
        if (!methods.isEmpty() && !hasMethod(call)) {
            return Match.OTHER_METHOD;
        }
        if (excludes(path)) {
            return Match.EXCLUDED_PATH;
        }
        return when == ALWAYS || when.test(call) ? null : Match.OTHER_CALLER;
    }

    private boolean hasMethod(CallContext call) {
        Optional<String> method = call.method();
        return method.isPresent() && methods.contains(method.get());
    }
}
