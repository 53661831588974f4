package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import java.util.List;

/** The limits in force: others may take their place while calls are decided. Thread-safe. */
public final class ReplaceableLimits implements LimitSelection {

    private volatile LimitSelection inForce;

    /** Begins with these. */
    public ReplaceableLimits(LimitSelection first) {
        this.inForce = first;
    }

    /** Puts others in their place; calls being decided keep what they began with. */
    public void replace(LimitSelection next) {
        inForce = next;
    }

    @Override
    public List<KeyedLimits> of(CallContext call) {
        return inForce.of(call);
    }

    @Override
    public List<KeyedLimits> ofAllPlans() {
        return inForce.ofAllPlans();
    }
}
