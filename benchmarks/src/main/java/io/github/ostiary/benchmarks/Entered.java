package io.github.ostiary.benchmarks;

import io.github.ostiary.Decision;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallBody;

/** An edge that ends a call as soon as it is let in. */
final class Entered implements CallBody<Decision, RuntimeException> {

    static final Entered AT_ONCE = new Entered();

    private Entered() {}

    @Override
    public Decision admitted(Admission admission) {
        admission.end();
        return admission.decision();
    }

    @Override
    public Decision denied(Decision.Denied denied) {
        return denied;
    }
}
