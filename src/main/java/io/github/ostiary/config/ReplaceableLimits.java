package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitSelection;
import java.util.List;

/** What a rule charges now: its rates may be replaced while calls are decided. Thread-safe. */
final class ReplaceableLimits implements LimitSelection {

    private volatile LimitSelection inForce;

    ReplaceableLimits(LimitSelection inForce) {
        this.inForce = inForce;
    }

    void replace(LimitSelection metering) {
        inForce = metering;
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
