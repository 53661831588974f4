package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.CallBody;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** An entrance that shows what it has decided before anybody goes on; edges do not know it. Thread-safe. */
public interface OpenEntrance extends Entrance {

    /** Decides a request as {@code call} does; ended by the caller. */
    PendingAdmission enter(CallContext call, Position position, MetRules met);

    /** Decides a request that has met no rule yet, and is not dispatched again. */
    default PendingAdmission enter(CallContext call, Position position) {
        return enter(call, position, new MetRules());
    }

    /** Decides a call by some rules as {@code call} does; ended by the caller. */
    PendingAdmission enter(Collection<String> rules, CallContext call);

    @Override
    default <T, E extends Throwable> @Nullable T call(
            CallContext call, Position position, MetRules met, CallBody<T, E> body) throws E {
        return CallBody.AwaitedTurn.take(enter(call, position, met), body);
    }

    @Override
    default <T, E extends Throwable> @Nullable T call(Collection<String> rules, CallContext call, CallBody<T, E> body)
            throws E {
        return CallBody.AwaitedTurn.take(enter(rules, call), body);
    }
}
