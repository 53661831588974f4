package io.github.ostiary.rule;

import io.github.ostiary.edge.CallOutcome;
import java.util.ArrayList;
import java.util.List;

/** The traits of an answer that signals compare, for advice about signals. */
public final class AnswerTraits {

    private AnswerTraits() {}

    /**
     * The target of a redirect.
     *
     * @return path and query within the application, resolved and decoded, as a {@code location:} signal compares them; empty
     *     if there is no location
     */
    public static String target(CallOutcome outcome) {
        return outcome.location()
                .map(location -> Redirects.within(
                        location,
                        outcome.answer().contextPath(),
                        outcome.call().path().orElse("/")))
                .orElse("");
    }

    /**
     * The place of a target, to be shown: the first segment of its path, since what follows may name a person.
     *
     * @param target as {@link #target} returns it
     * @return such as {@code /login} or {@code /users/…}; empty if there is none
     */
    public static String place(String target) {
        return target.isEmpty() ? "" : Redirects.place(target);
    }

    /** Whether a target begins with what the caller has said to stand before all paths. */
    public static boolean isPrefixed(String target, CallOutcome outcome) {
        return !target.isEmpty()
                && Redirects.beginsWithPrefix(target, outcome.call().headers("X-Forwarded-Prefix"));
    }

    /** The names of the cookies that an answer gives; those that it takes away are not among them. */
    public static List<String> cookies(CallOutcome outcome) {
        List<String> names = new ArrayList<>();
        for (String line : outcome.answer().headers("Set-Cookie")) {
            String name = SetCookies.name(line);
            if (SetCookies.gives(line, name)) {
                names.add(name);
            }
        }
        return names;
    }
}
