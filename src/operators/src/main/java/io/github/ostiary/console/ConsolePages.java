package io.github.ostiary.console;

import io.github.ostiary.Guard;
import io.github.ostiary.operate.CallerSearch;
import io.github.ostiary.operate.LockSearch;
import io.github.ostiary.operator.OperatorApi;
import java.util.Map;
import java.util.function.Function;

/** Finds the page that answers a visit. Reading changes nothing; every change is a form that is sent. */
final class ConsolePages {

    /** A page must not take long. */
    private static final int LOOKED_THROUGH = 20_000;

    private final Map<String, Function<ConsoleVisit, Reply>> shown;
    private final Changes changes;
    private final ConsoleApi api;

    ConsolePages(Guard guard, EventRing events) {
        OperatorApi operators = OperatorApi.of(guard);
        LockSearch locked = new LockSearch(guard, LOOKED_THROUGH);
        CallerSearch callers = new CallerSearch(guard, locked);
        FleetHistory history = new FleetHistory(events, operators);
        this.changes = new Changes(guard, locked);
        LockedPage lockedPage = new LockedPage(locked);
        this.shown = Map.of(
                "", new OverviewPage(guard, operators, events)::show,
                "/who", new WhoPage(callers)::show,
                "/locked", lockedPage::show,
                "/locked/many", lockedPage::confirm,
                "/events", new EventsPage(history, operators)::show,
                "/rules", new RulesPage(guard, operators)::show,
                "/sign-ins", new SignInsPage(operators)::show,
                "/trial", new TrialPage(operators)::show);
        this.api = new ConsoleApi(guard, operators, callers, locked, history, changes);
    }

    /**
     * Answers.
     *
     * @throws IllegalArgumentException if something cannot be as it was asked for
     * @throws IllegalStateException if the store does not answer
     */
    Reply answer(ConsoleVisit visit) {
        boolean changing = visit.method().equals("POST");
        if (visit.isApi()) {
            return api.answer(visit);
        }
        if (changing && visit.path().equals(ConsoleVisit.CHANGE)) {
            return changes.made(visit);
        }
        Function<ConsoleVisit, Reply> page = changing ? null : shown.get(visit.path());
        return page == null ? Refusal.UNKNOWN.reply(visit) : page.apply(visit);
    }

    /** The reply to a form that has waited too long: nothing is lost, it is asked about once more. */
    Reply expired(ConsoleVisit visit) {
        if (visit.isApi()) {
            return new Refusal(
                            403,
                            "No valid token",
                            "Nothing was done: the token is missing, older than an hour, or of another user or session. Get"
                                    + " one from api/token as the same user, in the same session if there is one, and send it as "
                                    + ConsoleVisit.TOKEN_HEADER + ".")
                    .reply(visit);
        }
        return ExpiredPage.show(visit);
    }
}
