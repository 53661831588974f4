package io.github.ostiary;

import jakarta.ejb.ApplicationException;

/**
 * A bean call was refused. The filter turns it into the same answer a refused request gets, however deep it is wrapped.
 *
 * <p>An application exception that does not roll back: EJB containers throw it as it is. The message names the rule and
 * no identity, since some containers send messages to callers.
 */
@ApplicationException(rollback = false, inherited = true)
public class RateLimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Decision.Denied decision;

    /**
     * A refusal.
     *
     * @param decision what refused
     */
    public RateLimitExceededException(Decision.Denied decision) {
        super("refused by rule '" + decision.rule() + "': " + decision.reason(), null, false, false);
        this.decision = decision;
    }

    /**
     * What refused.
     *
     * @return the decision
     */
    public Decision.Denied decision() {
        return decision;
    }
}
