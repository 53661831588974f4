package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import java.util.Objects;

/** The challenge that a guard's edges offer to a denied call. */
public final class Offered {

    private Offered() {}

    public static String json(Guard guard, Decision denied, CallContext call) {
        EdgeSettings edge = ((ConfiguredGuard) guard).inForce().edge();
        EdgeSettings.PendingChallenge challenge = Objects.requireNonNull(edge.challenge((Decision.Denied) denied));
        return Objects.requireNonNull(challenge.offered().json(call));
    }
}
