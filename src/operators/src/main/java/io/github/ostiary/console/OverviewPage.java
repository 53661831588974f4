package io.github.ostiary.console;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.console.PageFrame.Tab;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.Fleet.Coverage;
import io.github.ostiary.operator.LockoutEvent;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.StoreFigure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The state of the whole guard at a glance, on all nodes or on one. */
final class OverviewPage {

    private final Guard guard;
    private final OperatorApi operators;
    private final EventRing events;

    OverviewPage(Guard guard, OperatorApi operators, EventRing events) {
        this.guard = guard;
        this.operators = operators;
        this.events = events;
    }

    Reply show(ConsoleVisit visit) {
        FleetView nodes = FleetView.of(operators.fleet(), visit);
        Figures figures = nodes.figures();
        int overrides = guard.rules().overrides().size();
        Html body = Html.of(
                """
                <div class="head"><div><h1>Overview</h1><p class="lead">{}</p></div>{}{}</div>
                {}
                {}
                <div data-refresh>
                {}
                {}
                {}
                {}
                {}
                <section aria-labelledby="rules"><h2 id="rules">Rules</h2>{}</section>
                </div>
                """,
                lead(nodes),
                nodes.form(visit, Tab.OVERVIEW),
                EventsPage.live(),
                overrides == 0 ? Html.NONE : overridden(visit, overrides),
                signIns(visit, nodes),
                nodes.notices(),
                FileProblems.of(operators.reloading()),
                sieges(visit, figures),
                strip(figures),
                Html.when(nodes.isOfSeveral(), NodesTable.of(visit, nodes.fleet(), events.now())),
                table(visit, figures));
        return Reply.html(200, PageFrame.page(visit, Tab.OVERVIEW, "Overview", body));
    }

    private static Html lead(FleetView nodes) {
        return nodes.chosen().isEmpty() && nodes.fleet().running().size() > 1
                ? Html.of("{}, each since it started.", nodes.fleet().running().size() + " nodes together")
                : Html.of("Figures of {}, since it started.", nodes.whose());
    }

    /** A store that is away is not asked for what only it knows. */
    private List<Html> signIns(ConsoleVisit visit, FleetView nodes) {
        return nodes.fleet().coverage() == Coverage.STORE_AWAY
                ? List.of()
                : operators.signIns().signIns().stream()
                        .map(each -> SignInsPage.pointer(visit, each))
                        .toList();
    }

    private static Html overridden(ConsoleVisit visit, int count) {
        return Html.of(
                "<p class=\"notice warn\" role=\"status\">{} overridden. <a href=\"{}\">See overrides</a></p>",
                count == 1 ? "1 value is" : count + " values are",
                visit.address(Tab.RULES.path));
    }

    private static List<Html> sieges(ConsoleVisit visit, Figures figures) {
        return figures.rules().stream()
                .filter(rule ->
                        rule.lockout().flatMap(Figures.LockoutFigures::siege).orElse(false))
                .map(rule -> Html.of(
                        "<p class=\"notice warn\" role=\"status\">A siege of <a href=\"{}\">{}</a> goes on: callers"
                                + " without a recent sign-in from their network must pass a challenge first, or share a limit.</p>",
                        visit.address(Tab.RULES.path) + "#" + rule.rule(),
                        rule.rule()))
                .toList();
    }

    private static Html strip(Figures figures) {
        long minute = sum(figures, rule -> rule.lastMinute().denied());
        long hour = sum(figures, rule -> rule.lastHour().denied());
        long locks = sum(figures, rule -> rule.lockout()
                .map(each -> each.count(LockoutEvent.LOCKED) + each.count(LockoutEvent.BLOCKED))
                .orElse(0L));
        return Html.of(
                "<dl class=\"figures\">{}{}{}{}{}</dl>",
                figure(
                        "Denied, last minute",
                        Html.of("{}", Words.number(minute)),
                        Html.of("{} in the last hour", Words.number(hour))),
                figure("Locks begun", Html.of("{}", Words.number(locks)), Html.of("since the start")),
                figure(
                        "Waiting",
                        Html.of("{}", Words.number(figures.waiting().now())),
                        Html.of("of at most {}", Words.number(figures.waiting().room()))),
                figure("Counters", Html.of("{}", Words.number(figures.countersHeld())), Html.of("kept in memory")),
                store(figures));
    }

    private static Html store(Figures figures) {
        return figures.store()
                .map(store -> figure(
                        "Redis",
                        store.degraded() ? Words.state("bad", "away") : Words.state("good", "answers"),
                        Html.of(
                                "{} calls, {} failed{}{}",
                                Words.number(store.calls().count()),
                                Words.number(store.failures()),
                                StoreFigure.ALL.stream()
                                        .map(each ->
                                                Html.of(", {} {}", Words.number(store.count(each)), each.counted()))
                                        .toList(),
                                NodesTable.within(store).isEmpty() ? "" : ". " + NodesTable.within(store))))
                .orElseGet(
                        () -> figure("Store", Words.state("good", "this JVM"), Html.of("each node counts for itself")));
    }

    private static Html figure(String name, Html value, Html note) {
        return Html.of("<div class=\"card figure\"><dt>{}</dt><dd>{}<small>{}</small></dd></div>", name, value, note);
    }

    private static long sum(Figures figures, ToLongFunction<RuleFigures> each) {
        return figures.rules().stream().mapToLong(each).sum();
    }

    private Html table(ConsoleVisit visit, Figures figures) {
        if (figures.rules().isEmpty()) {
            return Html.of("<p class=\"card empty\"><strong>There are no rules.</strong>Nothing is limited.</p>");
        }
        Map<String, RuleInForce> rules = operators.rules().stream()
                .collect(Collectors.toMap(RuleInForce::full, Function.identity(), (a, b) -> a));
        return Html.of(
                """
                <div class="card scroll"><table class="stack">
                <thead><tr><th scope="col">Rule</th><th scope="col">Last hour</th>
                  <th scope="col" class="num">Admitted<br>last minute</th><th scope="col" class="num">Denied<br>last minute</th>
                  <th scope="col" class="num">Admitted<br>last hour</th><th scope="col" class="num">Denied<br>last hour</th>
                  <th scope="col">Since the start</th></tr></thead>
                <tbody>{}</tbody></table></div>
                """,
                figures.rules().stream()
                        .map(rule -> row(visit, rule, rules.get(rule.rule())))
                        .toList());
    }

    private static Html row(ConsoleVisit visit, RuleFigures figures, @Nullable RuleInForce rule) {
        String full = figures.rule();
        int dot = full.indexOf('.');
        return Html.of(
                """
                <tr><th scope="row"><a href="{}">{}</a> <span class="tag">{}</span>{}{}</th>
                <td data-label="Last hour"><span>{}</span></td>
                {}{}{}{}
                <td data-label="Since the start"><div class="chips">{}</div></td></tr>
                """,
                visit.address(Tab.RULES.path) + "#" + full,
                full.substring(dot + 1),
                full.substring(0, dot),
                rule != null && rule.shadow() ? Html.of(" <span class=\"tag\">reports only</span>") : Html.NONE,
                rule == null || rule.description().isEmpty()
                        ? Html.NONE
                        : Html.of("<small>{}</small>", rule.description()),
                Sparkline.of(figures.lastHour()),
                cell("Admitted, last minute", figures.lastMinute(), Recent::allowed),
                cell("Denied, last minute", figures.lastMinute(), Recent::denied),
                cell("Admitted, last hour", figures.lastHour(), Recent::allowed),
                cell("Denied, last hour", figures.lastHour(), Recent::denied),
                since(figures));
    }

    private static Html cell(String label, Recent recent, ToLongFunction<Recent> what) {
        long value = what.applyAsLong(recent);
        return Html.of(
                "<td data-label=\"{}\" class=\"num{}\"><span>{}</span></td>",
                label,
                value == 0 ? " none" : "",
                Words.number(value));
    }

    private static List<Html> since(RuleFigures figures) {
        List<Html> chips = new ArrayList<>();
        figures.denied().entrySet().stream()
                .sorted(Map.Entry.<Reason, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(each -> chips.add(chip(each.getValue(), reason(each.getKey()))));
        if (figures.shadowed() > 0) {
            chips.add(chip(figures.shadowed(), "would have been denied"));
        }
        figures.lockout().ifPresent(lockout -> {
            long failed = lockout.attempts().failed();
            add(chips, failed, failed == 1 ? "failed attempt" : "failed attempts");
            for (LockoutEvent event : LockoutEvent.ALL) {
                long count = lockout.count(event);
                add(chips, count, event.counted(count));
            }
        });
        if (chips.isEmpty()) {
            chips.add(
                    figures.met() || figures.rule().startsWith("block.")
                            ? Html.of("<span class=\"hint\">nothing denied</span>")
                            : Html.of("<span class=\"tag\">no call yet</span>"));
        }
        return chips;
    }

    private static void add(List<Html> chips, long count, String what) {
        if (count > 0) {
            chips.add(chip(count, what));
        }
    }

    private static Html chip(long count, String what) {
        return Html.of("<span><b>{}</b> {}</span>", Words.number(count), what);
    }

    /** Why a caller was denied, behind a number or a rule. */
    static String reason(Reason reason) {
        return switch (reason) {
            case RATE_LIMITED -> "over the rate";
            case LOCKED -> "tried while locked";
            case CHALLENGE_REQUIRED -> "without the challenge";
            case CONCURRENCY_LIMITED -> "too many at a time";
            case BLOCKED -> "blocked";
            case BUSY -> "would have waited too long";
            case STORE_UNAVAILABLE -> "while the store was away";
            default -> Words.words(reason);
        };
    }
}
