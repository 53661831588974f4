package io.github.ostiary.testing;

import io.github.ostiary.edge.CallOutcome;
import java.util.Optional;

/** An answer made up by a test. */
public record Answered(Optional<String> location, String contextPath) implements CallOutcome.Answer {

    /** A redirect of an application at the root. */
    public static Answered to(String location) {
        return new Answered(Optional.of(location), "");
    }

    /** A redirect of an application. */
    public static Answered to(String location, String contextPath) {
        return new Answered(Optional.of(location), contextPath);
    }
}
