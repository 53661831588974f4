package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.engine.Meter;
import java.util.List;
import java.util.function.Function;

/** What a rule charges now: its rates may be replaced while calls are decided. Thread-safe. */
final class Meters implements Function<CallContext, List<Meter>> {

    private volatile Function<CallContext, List<Meter>> inForce;

    Meters(Function<CallContext, List<Meter>> inForce) {
        this.inForce = inForce;
    }

    void replace(Function<CallContext, List<Meter>> meters) {
        inForce = meters;
    }

    @Override
    public List<Meter> apply(CallContext call) {
        return inForce.apply(call);
    }
}
