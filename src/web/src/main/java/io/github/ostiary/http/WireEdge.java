package io.github.ostiary.http;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.InForce;
import io.github.ostiary.setup.ProgramGuard;
import io.github.ostiary.setup.ServletNeeds;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The guard of an application whose requests no servlet's filter decides, found anew for each request. Thread-safe. */
public final class WireEdge {

    private volatile @Nullable AtHand known;

    /** An edge that has found nothing yet. */
    public WireEdge() {}

    /** The rules that were last in force, and what was made of them. */
    private record AtHand(Entrance entrance, RuleSnapshot rules) {}

    /**
     * Returns the rules in force for the application of this thread.
     *
     * @return null if there is no guard, it is not enabled, or a filter decides
     */
    public @Nullable RuleSnapshot rules() {
        Guard guard = guard().orElse(null);
        InForce now = guard == null ? null : ApplicationGuards.unfiltered(guard).orElse(null);
        if (guard == null || now == null || !now.edge().enabled()) {
            return null;
        }
        AtHand last = known;
        if (last == null || last.entrance != now.entrance()) {
            last = new AtHand(now.entrance(), RuleSnapshot.of(now, ApplicationGuards.isShared(guard)));
            known = last;
        }
        return last.rules;
    }

    private static Optional<Guard> guard() {
        Optional<Guard> guard = ProgramGuard.ofRequests(Thread.currentThread().getContextClassLoader());
        return guard.isPresent() ? guard : ProgramGuard.ofRequests(WireEdge.class.getClassLoader());
    }

    /**
     * Refuses a configuration that asks for what only servlet containers have.
     *
     * @param guard of the application
     * @throws ConfigurationException with one sentence for each key
     */
    public static void check(Guard guard) {
        List<String> problems = ServletNeeds.of(guard);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }
}
