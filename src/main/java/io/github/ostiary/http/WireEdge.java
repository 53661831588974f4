package io.github.ostiary.http;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.setup.InForce;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
     * What is in force for the application that this thread works for.
     *
     * @return null if there is no guard, it is not enabled, or a filter decides
     */
    public @Nullable RuleSnapshot rules() {
        InForce now = guard().flatMap(InForce::unfiltered).orElse(null);
        if (now == null || !now.edge().enabled()) {
            return null;
        }
        AtHand last = known;
        if (last == null || last.entrance != now.entrance()) {
            last = new AtHand(now.entrance(), RuleSnapshot.of(now));
            known = last;
        }
        return last.rules;
    }

    private static Optional<Guard> guard() {
        Optional<Guard> guard = ApplicationGuards.current();
        return guard.isPresent() ? guard : ApplicationGuards.of(WireEdge.class.getClassLoader());
    }

    /**
     * Refuses a configuration that asks for what only servlet containers have.
     *
     * @param guard of the application
     * @throws ConfigurationException with one sentence for each key
     */
    public static void check(Guard guard) {
        List<String> problems = InForce.unfiltered(guard)
                .map(inForce -> problems(inForce.edge()))
                .orElse(List.of());
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    private static List<String> problems(EdgeSettings edge) {
        List<String> problems = new ArrayList<>();
        edge.pages().denied().ifPresent(page -> problems.add(pageless("deniedPage", page)));
        edge.pages().challenge().ifPresent(page -> problems.add(pageless("challengePage", page)));
        if (edge.reach().sessions()) {
            problems.add(
                    "a lockout waits for the signal session-renewed, but without servlets there are no sessions: use"
                            + " status: or location: in its success and failure");
        }
        for (String rule : edge.reach().logins().container()) {
            problems.add(
                    "lockout." + rule + ".login=container: without servlets no container signs people in; remove the"
                            + " key, and write the path that passwords are sent to into lockout." + rule + ".path");
        }
        if (!edge.bodies().formEncoding().equals(StandardCharsets.UTF_8)) {
            problems.add("formEncoding=" + edge.bodies().formEncoding().name()
                    + ": without servlets forms are read as UTF-8 only; remove the key");
        }
        return problems;
    }

    private static String pageless(String key, String page) {
        return key + "=" + page + ": without servlets no page can be shown; remove the key, or name a denialHandler";
    }
}
