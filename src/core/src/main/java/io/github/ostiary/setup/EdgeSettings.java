package io.github.ostiary.setup;

import io.github.ostiary.Decision;
import io.github.ostiary.DenialHandler;
import io.github.ostiary.edge.BodySettings;
import io.github.ostiary.edge.HeaderStyle;
import io.github.ostiary.edge.OfferedChallenge;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the HTTP edge. Immutable.
 *
 * @param enabled false lets every request pass untouched
 * @param headers which headers state the quotas of callers
 * @param bodies how bodies are read
 * @param pages what browsers are forwarded to
 * @param denialHandler writes denials in place of the built-in answers
 * @param reach where in the filter chain there is something to do
 * @param statuses status per rule, where a rule overrides it
 * @param challenges per lockout, where this jar makes them
 * @hidden
 */
public record EdgeSettings(
        boolean enabled,
        HeaderStyle headers,
        BodySettings bodies,
        Pages pages,
        Optional<DenialHandler> denialHandler,
        Reach reach,
        Map<String, Integer> statuses,
        Map<String, PendingChallenge> challenges) {

    /** The settings where there is no guard that could be asked. */
    public static final EdgeSettings USUAL = new EdgeSettings(
            true,
            HeaderStyle.DRAFT_11,
            BodySettings.USUAL,
            new Pages(Optional.empty(), Optional.empty(), Optional.empty()),
            Optional.empty(),
            new Reach(false, false, false, false, Logins.NONE, List.of(), List.of()),
            Map.of(),
            Map.of());

    /**
     * A challenge that this jar makes.
     *
     * @param offered to a caller that is denied
     * @param waitSeconds after which no failure is left for which it was asked
     * @hidden
     */
    public record PendingChallenge(OfferedChallenge offered, long waitSeconds) {}

    /**
     * The pages browsers are forwarded to, and one that is ours.
     *
     * @param denied path within the application, for one that is denied
     * @param challenge path within the application, for one that has a challenge to pass
     * @param unlock path at which this jar answers owners of locked names
     * @hidden
     */
    public record Pages(Optional<String> denied, Optional<String> challenge, Optional<String> unlock) {}

    /**
     * The rules about sign-ins that no path leads to, by the names that they are asked by.
     *
     * @param container those that the container does itself
     * @param spring those that Spring Security does
     * @param outside those of them that need no more than a name, and so can be asked outside a request
     * @hidden
     */
    public record Logins(List<String> container, List<String> spring, List<String> outside) {

        /** None. */
        public static final Logins NONE = new Logins(List.of(), List.of(), List.of());

        /** Copies the lists. */
        public Logins {
            container = List.copyOf(container);
            spring = List.copyOf(spring);
            outside = List.copyOf(outside);
        }
    }

    /**
     * The places in the filter chain where there is something to do.
     *
     * @param first whether rules are decided before all filters of the application
     * @param last whether rules are decided behind them
     * @param beans whether beans are limited, which must see the user that those filters have authenticated
     * @param sessions whether any signal asks for the session that a caller came with
     * @param logins rules about the sign-ins that the container or a framework does itself
     * @param early rules that count who has signed in, decided before all filters of the application
     * @param exactPaths the rules of single paths, which servlets may serve under others as well
     * @hidden
     */
    public record Reach(
            boolean first,
            boolean last,
            boolean beans,
            boolean sessions,
            Logins logins,
            List<String> early,
            List<ExactPath> exactPaths) {

        /** Copies the lists. */
        public Reach {
            early = List.copyOf(early);
            exactPaths = List.copyOf(exactPaths);
        }
    }

    /**
     * A single path that a rule is about.
     *
     * @param rule with its kind, such as {@code lockout.login}
     * @param path such as {@code /login}
     * @param guards whether what the rule does not see is let in: not so for limits, which may mean one path of several
     * @param decided whether the rule says of a path that it is about it, or that it is not
     * @hidden
     */
    public record ExactPath(String rule, String path, boolean guards, Predicate<String> decided) {}

    /** Copies the maps. */
    public EdgeSettings {
        statuses = Map.copyOf(statuses);
        challenges = Map.copyOf(challenges);
    }

    /**
     * The challenge that a denied caller has to pass.
     *
     * @param denied the denial
     * @return null if there is none, or the application makes it
     */
    public @Nullable PendingChallenge challenge(Decision.Denied denied) {
        return denied.reason() == Decision.Reason.CHALLENGE_REQUIRED ? challenges.get(denied.rule()) : null;
    }

    /**
     * Whether a second registration is needed, behind the application's filters.
     *
     * @return true for a rule with {@code position=last}, and for beans
     */
    public boolean hasLastRules() {
        return reach.last() || reach.beans();
    }

    /**
     * The status a denied caller gets.
     *
     * @param denied the denial
     * @return the rule's own status, or 429, 403, 503 or 400 by reason
     */
    public int status(Decision.Denied denied) {
        Integer own = denied.reason() == Decision.Reason.MALFORMED ? null : statuses.get(denied.rule());
        if (own != null) {
            return own;
        }
        return switch (denied.reason()) {
            case MALFORMED -> 400;
            case BLOCKED, CHALLENGE_REQUIRED -> 403;
            case STORE_UNAVAILABLE -> 503;
            default -> 429;
        };
    }
}
