package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.engine.Meter;
import io.github.ostiary.engine.Metering;
import java.util.List;

/** What a rule charges now: its rates may be replaced while calls are decided. Thread-safe. */
final class Meters implements Metering {

    private volatile Metering inForce;

    Meters(Metering inForce) {
        this.inForce = inForce;
    }

    void replace(Metering metering) {
        inForce = metering;
    }

    @Override
    public List<Meter> of(CallContext call) {
        return inForce.of(call);
    }

    @Override
    public List<Meter> ofAllPlans() {
        return inForce.ofAllPlans();
    }
}
