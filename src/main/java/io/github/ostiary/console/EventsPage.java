package io.github.ostiary.console;

import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.console.EventRing.Heard;
import io.github.ostiary.console.PageFrame.Tab;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import java.util.List;
import java.util.stream.Stream;

/** The latest events on this node. */
final class EventsPage {

    private static final int LINES = 100;
    private static final int TRAIL = 500;

    private final EventRing events;
    private final OperatorApi operators;

    EventsPage(EventRing events, OperatorApi operators) {
        this.events = events;
        this.operators = operators;
    }

    Reply show(ConsoleVisit visit) {
        boolean byHand = visit.parameter("view").equals("audit");
        Html body = Html.all(head(visit, byHand), byHand ? AuditView.of(visit, operators.audit(TRAIL)) : heard(visit));
        return Reply.html(200, PageFrame.page(visit, Tab.EVENTS, byHand ? "Audit trail" : "Events", body));
    }

    private static Html head(ConsoleVisit visit, boolean byHand) {
        Html current = Html.of(" aria-current=\"page\"");
        return Html.of(
                """
                <div class="head"><div><h1>Events</h1><p class="lead">{}</p></div>{}</div>
                <nav aria-label="Events"><ul class="tabs"><li><a href="{}"{}>What happened</a></li><li><a href="{}"{}>Audit trail</a></li></ul></nav>
                """,
                byHand
                        ? "Who locked, unlocked and changed what, and why: kept for audit.keep, with Redis of all nodes."
                        : "The last 1,000 on this node, since it started.",
                Html.when(!byHand, live()),
                visit.address(Tab.EVENTS.path),
                Html.when(!byHand, current),
                visit.address(Tab.EVENTS.path, "view", "audit"),
                Html.when(byHand, current));
    }

    private Html heard(ConsoleVisit visit) {
        long before = visit.parameter("before").matches("\\d{1,18}")
                ? Long.parseLong(visit.parameter("before"))
                : Long.MAX_VALUE;
        List<Heard> heard = events.last(event -> isWanted(event, visit), before, LINES + 1);
        List<Heard> shown = heard.subList(0, Math.min(LINES, heard.size()));
        return Html.of(
                "{}<div data-refresh>{}</div>",
                filter(visit),
                Html.all(table(visit, shown), older(visit, heard, shown)));
    }

    /** The button is of use with a script only, which shows it. */
    static Html live() {
        return Html.of("<p class=\"live\"><span id=\"live-status\" role=\"status\"></span>"
                + "<button id=\"live-pause\" class=\"small\" type=\"button\" hidden>Pause</button></p>");
    }

    static boolean isWanted(Event event, ConsoleVisit visit) {
        String kind = visit.parameter("kind");
        String rule = visit.parameter("rule");
        return (kind.isEmpty() || kind.equals(word(event.kind()))) && (rule.isEmpty() || rule.equals(event.rule()));
    }

    private static String word(Kind kind) {
        return Words.word(kind);
    }

    private Html filter(ConsoleVisit visit) {
        return Html.of(
                """
                <form class="row card pad" action="{}" method="get">
                  <div class="field"><label for="kind">Kind</label><select id="kind" name="kind"><option value="">all</option>{}</select></div>
                  <div class="field"><label for="rule">Rule</label><select id="rule" name="rule"><option value="">all</option>{}</select></div>
                  <button>Show</button>
                </form>
                """,
                visit.address(Tab.EVENTS.path),
                Stream.of(Kind.values())
                        .map(kind -> option(word(kind), word(kind).replace('_', ' '), visit.parameter("kind")))
                        .toList(),
                operators.rules().stream()
                        .map(RuleInForce::name)
                        .distinct()
                        .map(name -> option(name, name, visit.parameter("rule")))
                        .toList());
    }

    private static Html option(String value, String text, String chosen) {
        return Html.of(
                "<option value=\"{}\"{}>{}</option>",
                value,
                Html.when(value.equals(chosen), Html.of(" selected")),
                text);
    }

    private static Html table(ConsoleVisit visit, List<Heard> heard) {
        if (heard.isEmpty()) {
            return Html.of("<section><p class=\"card empty\"><strong>Nothing has happened.</strong>"
                    + "Denials, locks, and a store that goes or comes back are shown here.</p></section>");
        }
        return Html.of(
                """
                <section><div class="card scroll"><table class="stack">
                <caption class="hidden">Events, newest first</caption>
                <thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Rule</th><th scope="col">Who</th></tr></thead>
                <tbody>{}</tbody></table></div></section>
                """,
                heard.stream().map(each -> line(visit, each)).toList());
    }

    private static Html line(ConsoleVisit visit, Heard heard) {
        Event event = heard.event();
        return Html.of(
                "<tr><th scope=\"row\">{}</th><td data-label=\"What\"><span>{}{}</span></td>"
                        + "<td data-label=\"Rule\"><span>{}</span></td><td data-label=\"Who\">{}</td></tr>",
                Moments.since(heard.micros()),
                Words.event(event.kind()),
                event.duration()
                        .map(duration -> Html.of(" <small>for {}</small>", Moments.of(duration)))
                        .orElse(Html.NONE),
                event.rule(),
                event.key()
                        .map(key -> Html.of(
                                "<a href=\"{}\">{}</a>",
                                visit.address(Tab.WHO.path, "key", KeyText.code(key)),
                                KeyText.html(key)))
                        .orElse(Html.of("<span>–</span>")));
    }

    private static Html older(ConsoleVisit visit, List<Heard> heard, List<Heard> shown) {
        if (heard.size() == shown.size()) {
            return Html.NONE;
        }
        String before = Long.toString(shown.get(shown.size() - 1).number());
        String address = visit.address(
                Tab.EVENTS.path, "kind", visit.parameter("kind"), "rule", visit.parameter("rule"), "before", before);
        return Html.of("<p class=\"more\"><a class=\"button\" href=\"{}\" rel=\"next\">Older</a></p>", address);
    }
}
