package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.OpenEntrance;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The way into a guard for tests that look at what is decided before anybody goes on. */
public final class Entering {

    private Entering() {}

    /** The way into a guard that was built, by the rules that are in force when somebody enters. */
    public static OpenEntrance of(Object guard) {
        if (guard instanceof OpenEntrance open) {
            return open;
        }
        ConfiguredGuard own = (ConfiguredGuard) guard;
        return new OpenEntrance() {

            private OpenEntrance now() {
                return (OpenEntrance) own.inForce().entrance();
            }

            @Override
            public PendingAdmission enter(CallContext call, Position position, MetRules met) {
                return now().enter(call, position, met);
            }

            @Override
            public PendingAdmission enter(Collection<String> rules, CallContext call) {
                return now().enter(rules, call);
            }

            @Override
            public @Nullable String reference(CallContext call, Decision.Denied denied) {
                return own.reference(call, denied);
            }
        };
    }
}
