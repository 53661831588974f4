package io.github.ostiary.console;

import io.github.ostiary.CalendarWindow;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.console.PageFrame.Tab;
import io.github.ostiary.operate.CallerSearch;
import io.github.ostiary.operate.CallerSearch.CallerAnswer;
import io.github.ostiary.operate.CallerSearch.CallerLine;
import io.github.ostiary.operate.TypedCaller;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.KeyStatus.LockStatus;
import io.github.ostiary.operator.KeyStatus.Usage;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.text.Durations;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One caller, and the status with every rule: what support at the telephone needs. */
final class WhoPage {

    /** The terms of a rule for calls, besides who makes them. */
    private static final List<String> TERMS = List.of("path", "exclude", "methods", "when", "position");

    private final CallerSearch callers;

    WhoPage(CallerSearch callers) {
        this.callers = callers;
    }

    Reply show(ConsoleVisit visit) {
        String asked = visit.parameter("q");
        String title = asked.isEmpty() ? "Who" : "Who is " + asked;
        Html body = Html.all(form(visit), Forms.done(visit), answer(visit));
        return Reply.html(200, PageFrame.page(visit, Tab.WHO, title, body));
    }

    private static Html form(ConsoleVisit visit) {
        return Html.of(
                """
                <div class="head"><div><h1>Who</h1>
                  <p class="lead">A user says “I cannot get in”: find the user, see why, let the user in.</p></div></div>
                <form class="card pad row" action="{}" method="get" role="search" aria-label="Find a caller">
                  <div class="field wide"><label for="q">Name, address or reference</label>
                    <input id="q" name="q" value="{}" maxlength="300" autocomplete="off" spellcheck="false"{}></div>
                  <div class="field"><label for="address">and address <span class="hint">where rules count both</span></label>
                    <input id="address" name="address" value="{}" maxlength="60" autocomplete="off"></div>
                  <button class="main">Find</button>
                </form>
                """,
                visit.address(Tab.WHO.path),
                visit.parameter("q"),
                Html.when(visit.parameters().isEmpty(), Html.of(" autofocus")),
                visit.parameter("address"));
    }

    private Html answer(ConsoleVisit visit) {
        String asked = visit.parameter("q");
        if (visit.given("key").isPresent()) {
            Key key = KeyText.decode(visit.parameter("key"));
            return lines(visit, callers.find(key));
        }
        Optional<DenialRecord> denial = callers.noted(asked);
        if (denial.isPresent()) {
            CallerAnswer answer = callers.find(denial.get());
            Html unknown = Html.of("<p class=\"card empty\">The caller is not known here.</p>");
            return Html.all(denial(denial.get()), answer.lines().isEmpty() ? unknown : lines(visit, answer));
        }
        TypedCaller caller = TypedCaller.of(asked, visit.parameter("address"));
        return caller.name().isEmpty() && caller.address().isEmpty()
                ? Html.NONE
                : lines(visit, callers.find(caller.name(), caller.address()));
    }

    private static Html denial(DenialRecord denial) {
        return Html.of(
                """
                <section aria-labelledby="denial"><h2 id="denial">Denied as {}</h2>
                <div class="card pad"><p><strong>{}</strong> denied: {}. {}</p>
                <p class="hint">{} {}, on {}. First {}, last {}, about {}.</p></div></section>
                """,
                denial.reference(),
                denial.rule(),
                OverviewPage.reason(denial.reason()),
                denial.shared() ? "Many callers share this reference, since so many were denied at once." : "",
                denial.where().method(),
                denial.where().path(),
                denial.where().node(),
                Moments.at(denial.when().first()),
                Moments.at(denial.when().last()),
                Words.count(denial.when().times(), "time"));
    }

    private Html lines(ConsoleVisit visit, CallerAnswer answer) {
        if (answer.lines().isEmpty() && answer.access().isEmpty()) {
            return Html.of(
                    "{}<p class=\"card empty\" role=\"status\"><strong>No rule counts callers by that.</strong>Rules"
                            + " that count a name and an address together need both.</p>",
                    partly(answer));
        }
        return Html.of(
                """
                <section aria-labelledby="found">
                <h2 id="found">{}</h2>
                {}{}
                <div class="card scroll"><table class="stack">
                  <thead><tr><th scope="col">Rule</th><th scope="col">Counted as</th><th scope="col">State</th>
                    <th scope="col">Details</th><th scope="col"><span class="hidden">Action</span></th></tr></thead>
                  <tbody>{}</tbody>
                </table></div>
                </section>
                """,
                outcome(answer),
                answer.access().stream().map(WhoPage::access).toList(),
                partly(answer),
                IntStream.range(0, answer.lines().size())
                        .mapToObj(i -> line(visit, answer.lines().get(i), "line" + i))
                        .toList());
    }

    private static String outcome(CallerAnswer answer) {
        long denying = answer.denying();
        if (denying == 0) {
            return (answer.whole() ? "Nothing stands in the way" : "Nothing that is known now stands in the way")
                    + ": every rule below would let them in";
        }
        return denying == 1 ? "1 rule stands in the way" : denying + " rules stand in the way";
    }

    /** The notice about what was not looked at. */
    private static Html partly(CallerAnswer answer) {
        if (answer.away()) {
            return Html.of(
                    "<p class=\"notice warn\"><strong>The store does not answer.</strong> Locks cannot be searched"
                            + " now: this is what this node knows by itself.</p>");
        }
        return Html.when(
                !answer.whole(),
                Html.of("<p class=\"notice warn\">There are too many locks to search all of them.</p>"));
    }

    /** A rule that asks no store, and has nothing to unlock. */
    private static Html access(RuleInForce rule) {
        boolean blocks = rule.kind().equals("block");
        String terms = rule.settings().stream()
                .filter(setting -> TERMS.stream().anyMatch(term -> setting.key().endsWith("." + term)))
                .map(setting -> setting.key().substring(rule.full().length() + 1) + " " + setting.value())
                .collect(Collectors.joining(", "));
        return Html.of(
                "<p class=\"notice {}\"><strong>{}</strong> {}{}.</p>",
                !blocks ? "good" : rule.shadow() ? "warn" : "bad",
                rule.full(),
                !blocks
                        ? "lets them through, uncounted"
                        : rule.shadow() ? "would block them if it were enforced" : "blocks them",
                terms.isEmpty() ? "" : ", for calls with " + terms);
    }

    private static Html line(ConsoleVisit visit, CallerLine line, String id) {
        return Html.of(
                """
                <tr><th scope="row">{}<small>{}</small></th>
                <td data-label="Counted as">{}</td>
                <td data-label="State">{}</td>
                <td data-label="Details"><div>{}</div></td>
                <td class="wide">{}</td></tr>
                """,
                line.rule().name(),
                line.rule().description().isEmpty()
                        ? line.rule().kind()
                        : line.rule().description(),
                KeyText.html(line.key()),
                state(line),
                line.lock().isPresent()
                        ? lock(line)
                        : line.standing().counters().stream()
                                .map(WhoPage::quota)
                                .toList(),
                forms(visit, line, id));
    }

    private static Html state(CallerLine line) {
        Html shadow = Html.when(line.rule().shadow(), Html.of(" <span class=\"tag\">reports only</span>"));
        Html state = line.lock()
                .map(lock -> Words.state(lock.phase()))
                .orElseGet(() -> line.admits() ? Words.state("good", "admits") : Words.state("bad", "denies"));
        Html degraded = Html.when(
                line.standing().outlook().degraded(),
                Html.of("<small>Redis is away: decided by this node alone</small>"));
        Html wait = line.standing()
                .outlook()
                .retryAfter()
                .filter(pause -> line.lock().isEmpty())
                .map(pause -> Html.of("<small>for {}</small>", Moments.of(pause)))
                .orElse(Html.NONE);
        return Html.of("<span>{}{}{}{}</span>", state, shadow, wait, degraded);
    }

    private static Html lock(CallerLine line) {
        LockStatus lock = line.standing().lock().orElseThrow();
        LockState state = lock.state();
        return Html.of(
                "{}{}{}{}",
                Html.when(
                        state.phase() != Phase.OPEN,
                        Html.of(
                                "<span>{} </span>",
                                state.remaining().isPresent() ? Words.left(state) + " left" : Words.left(state))),
                Html.when(
                        state.phase() != Phase.OPEN,
                        Html.of(
                                "<small>{}{}</small>",
                                lock.age()
                                        .map(age -> "began " + Moments.of(age) + " ago")
                                        .orElse(""),
                                lock.step().map(step -> ", by " + step).orElse(""))),
                Html.of("<small>{}{}</small>", Words.count(state.failures(), "failure"), inFlight(state.inFlight())),
                Html.when(!state.reason().isEmpty(), Html.of("<small>“{}”</small>", state.reason())));
    }

    private static String inFlight(int count) {
        return count == 0 ? "" : ", " + count + " in progress";
    }

    private static Html quota(Usage quota) {
        long used = quota.used();
        long share = quota.limit() == 0 ? 0 : Math.min(100, 100 * used / quota.limit());
        return Html.of(
                """
                <div><span>{} of {} used</span>
                <svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="all" width="100" height="6"/><rect class="{}" width="{}" height="6"/></svg>
                <small>{}{}</small></div>
                """,
                used,
                quota.limit(),
                share >= 100 ? "full" : "used",
                share,
                quota.rate().map(Rate::toString).orElse("at a time")
                        + (quota.resetAfter().isZero() ? "" : ", all free again in " + Moments.of(quota.resetAfter())),
                quota.rate().flatMap(Rate::calendar).map(WhoPage::boundary).orElse(Html.NONE));
    }

    /** The end of the present window, as callers read it. */
    private static Html boundary(CalendarWindow calendar) {
        long end = calendar.at(TimeSource.system().micros()).endMicros();
        return Html.of(", starts again {}", Moments.on(Durations.instant(end)));
    }

    private static Html forms(ConsoleVisit visit, CallerLine line, String id) {
        return switch (line.rule().kind()) {
            case "lockout" -> lockForms(visit, line, id);
            case "limit" -> limitForms(visit, line, id);
            default -> Html.NONE;
        };
    }

    private static Html lockForms(ConsoleVisit visit, CallerLine line, String id) {
        boolean open = line.lock().filter(lock -> lock.phase() == Phase.OPEN).isPresent();
        return Html.of(
                "{}<details><summary>{}</summary>{}{}</details>",
                Html.when(
                        !open,
                        form(
                                visit,
                                line,
                                "unlock",
                                Html.of(
                                        "<button class=\"main small\">Unlock {}</button>",
                                        line.rule().name()))),
                open ? "Lock, or forget failures" : "More",
                form(
                        visit,
                        line,
                        "unlock",
                        Html.of(
                                "{}<button class=\"small\">{}</button>",
                                Forms.reason(id + "u"),
                                open ? "Forget failures" : "Unlock, with a reason")),
                form(
                        visit,
                        line,
                        "lock",
                        Html.of(
                                "{}{}<button class=\"small danger\">Lock</button>",
                                Forms.durations(id + "d"),
                                Forms.reason(id + "l"))));
    }

    private static Html limitForms(ConsoleVisit visit, CallerLine line, String id) {
        return Html.of(
                "{}<details><summary>Give back permits</summary>{}</details>",
                form(
                        visit,
                        line,
                        "reset",
                        Html.of(
                                "<button class=\"small\">Forget use of {}</button>",
                                line.rule().name())),
                form(
                        visit,
                        line,
                        "credit",
                        Html.of(
                                "<div class=\"field\"><label for=\"{}\">Permits</label><input id=\"{}\" name=\"permits\""
                                        + " type=\"number\" min=\"1\" max=\"1000000\" value=\"1\" required></div>{}"
                                        + "<p class=\"hint\">The caller may use that many more until the window ends. You"
                                        + " cannot give back more than was used.</p><button class=\"small\">Give back permits of {}</button>",
                                id + "p",
                                id + "p",
                                Forms.reason(id + "c"),
                                line.rule().name())));
    }

    private static Html form(ConsoleVisit visit, CallerLine line, String what, Html inside) {
        RuleInForce rule = line.rule();
        return Html.of(
                "<form class=\"row\" action=\"{}\" method=\"post\">{}{}{}</form>",
                visit.address(ConsoleVisit.CHANGE),
                Forms.token(visit),
                List.of(
                        Forms.hidden("do", what),
                        Forms.hidden("rule", rule.name()),
                        Forms.hidden("key", KeyText.code(line.key())),
                        Forms.hidden("back", "who"),
                        Forms.hidden("q", visit.parameter("q")),
                        Forms.hidden("address", visit.parameter("address"))),
                inside);
    }
}
