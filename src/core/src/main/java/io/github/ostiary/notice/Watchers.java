package io.github.ostiary.notice;

import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.DecisionListeners;
import java.util.ArrayList;
import java.util.List;

/** All that watches a guard, in the order in which it is told. */
public final class Watchers {

    private Watchers() {}

    /**
     * The one order. Sieges come first: whether there is one decides calls, and all others only tell. What operators count and keep
     * comes before events, so that who hears of a lock finds it there. Events come after notices, which they carry, and are closed
     * after them.
     *
     * @param first of operators
     * @param near notices of windows that are nearly used up
     * @param events tells listeners
     * @param last of operators, too
     */
    public static DecisionListeners of(
            List<DecisionListener> first, NearLimits near, Events events, List<DecisionListener> last) {
        List<DecisionListener> all = new ArrayList<>();
        all.add(new SiegeEvidence());
        all.addAll(first);
        all.add(near);
        all.add(events);
        all.addAll(last);
        return new DecisionListeners(all);
    }
}
