package io.github.ostiary.testing;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.CallOutcome;
import java.util.Optional;
import java.util.OptionalInt;

/** A redirect made up by a test. */
public record Answered(String location, String contextPath) implements CallOutcome.Answer {

    /** A redirect of an application at the root. */
    public static Answered to(String location) {
        return new Answered(location, "");
    }

    /** A redirect of an application. */
    public static Answered to(String location, String contextPath) {
        return new Answered(location, contextPath);
    }

    /** A call that ends with it; {@code returned} once nothing more will show. */
    public CallOutcome ending(int status, boolean returned, CallContext call) {
        return new CallOutcome(
                OptionalInt.of(status), Optional.of(location), this, Optional.empty(), returned, false, call);
    }
}
