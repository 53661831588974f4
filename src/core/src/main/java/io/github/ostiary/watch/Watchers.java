package io.github.ostiary.watch;

import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.DecisionListeners;
import io.github.ostiary.trial.TrialLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that watches a guard, in the order in which it is told. */
public final class Watchers {

    private Watchers() {}

    /**
     * The one order. Sieges come first: whether there is one decides calls, and all others only tell. Counts come before the audit
     * trail and events, so that who hears of a lock finds it counted; the trail before events, so that he finds it there, too.
     * Events come after notices, which they carry, and are closed after them. Between trials, advice and spans there is no order.
     *
     * @param counting counts
     * @param trial what rules that only report were asked
     * @param audit keeps what is done by hand, and locks
     * @param near notices of windows that are nearly used up
     * @param events tells listeners
     * @param spans tells spans; null if none are wanted
     */
    public static DecisionListeners of(
            Counting counting,
            TrialLog trial,
            Auditing audit,
            NearLimits near,
            Events events,
            @Nullable DecisionListener spans) {
        List<DecisionListener> all = new ArrayList<>(List.of(
                new SiegeEvidence(), counting, new Trials(trial), new SignInAdviser(trial), audit, near, events));
        if (spans != null) {
            all.add(spans);
        }
        return new DecisionListeners(all);
    }
}
