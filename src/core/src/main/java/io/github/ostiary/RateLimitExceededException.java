package io.github.ostiary;

import jakarta.ejb.ApplicationException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bean call was denied. The filter turns it into the same answer a denied request gets, however deep it is wrapped.
 *
 * <p>An application exception that does not roll back: EJB containers throw it as it is. The message names the rule and
 * no identity, since some containers send messages to callers.
 */
@ApplicationException(rollback = false, inherited = true)
public class RateLimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Decision.@Nullable Denied decision;
    private final Decision.Reason reason;
    private final String rule;
    private final @Nullable Duration retryAfter;
    private final boolean permanent;

    /**
     * A denial.
     *
     * @param decision what denied
     */
    public RateLimitExceededException(Decision.Denied decision) {
        super("denied by rule '" + decision.rule() + "': " + decision.reason(), null, false, false);
        this.decision = decision;
        this.reason = decision.reason();
        this.rule = decision.rule();
        this.retryAfter = decision.retryAfter().orElse(null);
        this.permanent = decision.permanent();
    }

    /**
     * Returns the decision that denied the call.
     *
     * @return the decision; without its quotas if this exception has travelled between JVMs
     */
    public Decision.Denied decision() {
        return decision == null ? Decision.deny(reason, rule, List.of(), retryAfter, permanent, false) : decision;
    }
}
