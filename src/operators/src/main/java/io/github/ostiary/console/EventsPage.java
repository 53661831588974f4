package io.github.ostiary.console;

import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.console.PageFrame.Tab;
import io.github.ostiary.operator.NodeEvent;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

/** The latest events on all nodes, or on one. */
final class EventsPage {

    private static final int LINES = 100;
    private static final int TRAIL = 500;

    private final FleetHistory history;
    private final OperatorApi operators;

    EventsPage(FleetHistory history, OperatorApi operators) {
        this.history = history;
        this.operators = operators;
    }

    Reply show(ConsoleVisit visit) {
        boolean byHand = visit.parameter("view").equals("audit");
        Html body = byHand
                ? Html.all(
                        head(
                                visit,
                                true,
                                Html.of(
                                        "Who locked, unlocked and changed what, and why. Kept for audit.keep; with Redis those of all"
                                                + " nodes.")),
                        AuditView.of(visit, operators.audit(TRAIL)))
                : heard(visit);
        return Reply.html(200, PageFrame.page(visit, Tab.EVENTS, byHand ? "Audit trail" : "Events", body));
    }

    private static Html head(ConsoleVisit visit, boolean byHand, Html lead) {
        Html current = Html.of(" aria-current=\"page\"");
        return Html.of(
                """
                <div class="head"><div><h1>Events</h1><p class="lead">{}</p></div>{}</div>
                <nav aria-label="Events"><ul class="tabs"><li><a href="{}"{}>What happened</a></li><li><a href="{}"{}>Audit trail</a></li></ul></nav>
                """,
                lead,
                Html.when(!byHand, live()),
                visit.address(Tab.EVENTS.path),
                Html.when(!byHand, current),
                visit.address(Tab.EVENTS.path, "view", "audit"),
                Html.when(byHand, current));
    }

    private Html heard(ConsoleVisit visit) {
        FleetView nodes = FleetView.of(operators.fleet(), visit);
        List<NodeEvent> heard = history.last(nodes, event -> isWanted(event, visit)).stream()
                .filter(each -> isBefore(each, visit.parameter("before")))
                .limit(LINES + 1L)
                .toList();
        List<NodeEvent> shown = heard.subList(0, Math.min(LINES, heard.size()));
        return Html.of(
                "{}{}<div data-refresh>{}{}{}</div>",
                head(visit, false, lead(nodes)),
                filter(visit, nodes),
                nodes.notices(),
                table(visit, shown, nodes.isOfSeveral()),
                older(visit, heard, shown));
    }

    private static Html lead(FleetView nodes) {
        return nodes.isOfSeveral()
                ? Html.of("The last 1,000 on {}; those of other nodes are five seconds old.", nodes.whose())
                : Html.of("The last 1,000 on this node, since it started.");
    }

    /** Older than the last one of the page before. */
    private static boolean isBefore(NodeEvent event, String last) {
        if (!last.matches("\\d{1,18}-\\d{1,18}")) {
            return true;
        }
        String[] words = last.split("-", 2);
        long micros = micros(event);
        long before = Long.parseLong(words[0]);
        return micros < before || (micros == before && event.number() < Long.parseLong(words[1]));
    }

    private static long micros(NodeEvent event) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, event.at());
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

    private Html filter(ConsoleVisit visit, FleetView nodes) {
        return Html.of(
                """
                <form class="row card pad" action="{}" method="get">
                  <div class="field"><label for="kind">Kind</label><select id="kind" name="kind"><option value="">all</option>{}</select></div>
                  <div class="field"><label for="rule">Rule</label><select id="rule" name="rule"><option value="">all</option>{}</select></div>
                  {}<button>Show</button>
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
                        .toList(),
                nodes.field(FleetView.NODE));
    }

    private static Html option(String value, String text, String chosen) {
        return Html.of(
                "<option value=\"{}\"{}>{}</option>",
                value,
                Html.when(value.equals(chosen), Html.of(" selected")),
                text);
    }

    private static Html table(ConsoleVisit visit, List<NodeEvent> heard, boolean ofSeveral) {
        if (heard.isEmpty()) {
            return Html.of("<section><p class=\"card empty\"><strong>Nothing has happened.</strong>"
                    + "Denials, locks, and a store that goes or comes back are shown here.</p></section>");
        }
        return Html.of(
                """
                <section><div class="card scroll"><table class="stack">
                <caption class="hidden">Events, newest first</caption>
                <thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Rule</th><th scope="col">Who</th>{}</tr></thead>
                <tbody>{}</tbody></table></div></section>
                """,
                Html.when(ofSeveral, Html.of("<th scope=\"col\">Node</th>")),
                heard.stream().map(each -> line(visit, each, ofSeveral)).toList());
    }

    private static Html line(ConsoleVisit visit, NodeEvent heard, boolean ofSeveral) {
        Event event = heard.event();
        return Html.of(
                "<tr><th scope=\"row\">{}</th><td data-label=\"What\"><span>{}{}</span></td>"
                        + "<td data-label=\"Rule\"><span>{}</span></td><td data-label=\"Who\">{}</td>{}</tr>",
                Moments.at(heard.at().truncatedTo(ChronoUnit.MILLIS)),
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
                        .orElse(Html.of("<span>–</span>")),
                Html.when(ofSeveral, Html.of("<td data-label=\"Node\"><span><bdi>{}</bdi></span></td>", heard.name())));
    }

    private static Html older(ConsoleVisit visit, List<NodeEvent> heard, List<NodeEvent> shown) {
        if (heard.size() == shown.size()) {
            return Html.NONE;
        }
        NodeEvent last = shown.get(shown.size() - 1);
        String address = visit.address(
                Tab.EVENTS.path,
                "kind",
                visit.parameter("kind"),
                "rule",
                visit.parameter("rule"),
                FleetView.NODE,
                visit.parameter(FleetView.NODE),
                "before",
                micros(last) + "-" + last.number());
        return Html.of("<p class=\"more\"><a class=\"button\" href=\"{}\" rel=\"next\">Older</a></p>", address);
    }
}
