package io.github.ostiary.operator;

import io.github.ostiary.operator.TrialReport.SignInTrial;
import java.util.List;

/**
 * The accounts of sign-ins, for operators. Without identities. Immutable.
 *
 * @param allNodes whether they are of all nodes; else of this one, which has no Redis, or whose Redis does not answer
 * @param signIns those that were tried, by their names
 */
public record SignIns(boolean allNodes, List<SignInTrial> signIns) {

    /** Copies the list. */
    public SignIns {
        signIns = List.copyOf(signIns);
    }
}
