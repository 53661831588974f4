package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.Explanation.Match;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The calls that a rule is about. Immutable.
 *
 * @param paths one of which must match; empty for beans and Java code only
 * @param excluded none of which may match
 * @param methods one of which the call must have
 * @param when must hold
 * @param position in the filter chain
 */
public record RequestMatcher(
        List<PathPattern> paths,
        List<PathPattern> excluded,
        Methods methods,
        Predicate<CallContext> when,
        Position position) {

    /** The value of {@link #when} of a rule without conditions. */
    public static final Predicate<CallContext> ALWAYS = call -> true;

    /** Copies the collections. */
    public RequestMatcher {
        paths = List.copyOf(paths);
        excluded = List.copyOf(excluded);
    }

    /**
     * Whether it decides about a path: that it is meant, or that it is not.
     *
     * @param path canonical, or a subtree as patterns are written
     * @return false if it decides nothing about it
     */
    public boolean decides(String path) {
        for (PathPattern pattern : paths) {
            if (pattern.matches(path)) {
                return true;
            }
        }
        return excludes(path);
    }

    /** Whether a path is an exception from the others. */
    public boolean excludes(String path) {
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
    public @Nullable Match mismatch(CallContext call, String path) {
        boolean named = methods.name(call);
        if (!named && methods.others() == Methods.NO_OTHERS) {
            return Match.OTHER_METHOD;
        }
        if (excludes(path)) {
            return Match.EXCLUDED_PATH;
        }
        if (when != ALWAYS && !when.test(call)) {
            return Match.OTHER_CALLER;
        }
        return named || methods.others().test(call) ? null : Match.OTHER_METHOD;
    }
}
