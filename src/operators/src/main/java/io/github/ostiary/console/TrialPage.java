package io.github.ostiary.console;

import io.github.ostiary.console.PageFrame.Tab;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.operator.TrialReport;
import io.github.ostiary.operator.TrialReport.Proposal;
import io.github.ostiary.operator.TrialReport.RateUse;
import io.github.ostiary.operator.TrialReport.RuleTrial;
import io.github.ostiary.operator.TrialReport.Share;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The rules that only report: what they would have denied, and what their figures would have to be. */
final class TrialPage {

    /** No report reaches back further. */
    private static final Duration DAY = Duration.ofDays(1);

    private final OperatorApi operators;

    TrialPage(OperatorApi operators) {
        this.operators = operators;
    }

    Reply show(ConsoleVisit visit) {
        FleetView nodes = FleetView.of(operators.fleet(), visit);
        TrialReport report = operators.trial(nodes.chosen().map(FleetNode::id).orElse(""));
        boolean ofAll = nodes.isOfSeveral() && nodes.chosen().isEmpty();
        Html body = Html.of(
                """
                <div class="head"><div><h1>Trial</h1>
                  <p class="lead">What rules that only report would have denied on {}, {}.{}</p></div>{}</div>
                {}
                {}
                """,
                nodes.whose(),
                report.covered().compareTo(DAY) < 0
                        ? "since " + (ofAll ? "the first" : "it") + " started " + Moments.of(report.covered()) + " ago"
                        : "in the last day",
                ofAll
                        ? " Figures of other nodes are a minute old; of the callers denied most, those that this node has"
                                + " met are named."
                        : "",
                nodes.form(visit, Tab.TRIAL),
                nodes.notices(),
                report.rules().isEmpty()
                        ? Html.of(
                                "<p class=\"card empty\"><strong>No rule is on trial.</strong>A rule with enforce=false decides"
                                        + " and counts, but denies no caller: this page shows what it would have done.</p>")
                        : report.rules().stream().map(this::rule).toList());
        return Reply.html(200, PageFrame.page(visit, Tab.TRIAL, "Trial", body));
    }

    private Html rule(RuleTrial rule) {
        String kind = Words.word(rule.kind());
        return Html.of(
                """
                <article class="card rule" aria-label="{}">
                <header><h3>{}</h3><span class="tag">{}</span><p>{} of {} calls would have been denied ({}).</p></header>
                {}{}{}</article>
                """,
                kind + "." + rule.rule(),
                rule.rule(),
                kind,
                Words.number(rule.denied()),
                Words.number(rule.asked()),
                percent(rule.asked() == 0 ? 0 : (double) rule.denied() / rule.asked()),
                rule.uses().isEmpty() ? Html.NONE : uses(rule.uses(), "limit." + rule.rule()),
                Html.when(!rule.networks().isEmpty(), shares("Networks denied most", rule.networks())),
                Html.when(!rule.users().isEmpty(), shares("Users denied most", rule.users())));
    }

    private Html uses(List<RateUse> uses, String rule) {
        Optional<String> perIp = setting(rule, "perIp");
        List<Html> heads = uses.get(0).proposals().stream()
                .map(each -> Html.of("<th scope=\"col\" class=\"num\">Permits to deny {}</th>", percent(each.share())))
                .toList();
        return Html.of(
                """
                <div class="scroll"><table class="stack"><caption class="hidden">How callers use what it limits</caption>
                <thead><tr><th scope="col">Rate</th><th scope="col" class="num">Callers</th>
                  <th scope="col" class="num">Above the rate</th>{}</tr></thead><tbody>{}</tbody></table></div>
                """,
                heads,
                uses.stream().map(use -> use(use, perIp)).toList());
    }

    private Optional<String> setting(String rule, String key) {
        return operators.rules().stream()
                .filter(each -> each.full().equals(rule))
                .flatMap(each -> each.settings().stream())
                .filter(each -> each.key().equals(rule + "." + key))
                .map(SettingInForce::value)
                .findFirst();
    }

    private static Html use(RateUse use, Optional<String> perIp) {
        return Html.of(
                """
                <tr><th scope="row">{}{}</th><td data-label="Callers" class="num"><span>{}</span></td>
                <td data-label="Above the rate" class="num"><span>{}</span></td>{}</tr>
                """,
                use.rate().toString(),
                Html.when(
                        perIp.filter(text -> text.strip().equals(use.rate().toString()))
                                .isPresent(),
                        Html.of("<small>perIp: of an address, all its keys together</small>")),
                Words.number(use.callers()),
                Words.number(use.overLimit()),
                use.proposals().stream()
                        .map(each -> proposal(each, use.callers()))
                        .toList());
    }

    /** Samples of several nodes together may be too small for a share that the callers would be enough for. */
    private static Html proposal(Proposal proposal, long callers) {
        long needed = Math.round(1 / proposal.share());
        return Html.of(
                "<td data-label=\"Permits to deny {}\" class=\"num\"><span>{}</span></td>",
                percent(proposal.share()),
                proposal.permits().isPresent()
                        ? Words.number(proposal.permits().getAsLong())
                        : callers < needed ? "needs " + Words.number(needed) + " callers" : "choose one node");
    }

    private static Html shares(String caption, List<Share> shares) {
        return Html.of(
                """
                <div class="scroll"><table class="stack"><thead><tr><th scope="col">{}</th>
                  <th scope="col" class="num">Calls</th></tr></thead><tbody>{}</tbody></table></div>
                """,
                caption,
                shares.stream()
                        .map(each -> Html.of(
                                "<tr><th scope=\"row\"><bdi>{}</bdi></th><td data-label=\"Calls\" class=\"num\"><span>{}</span></td></tr>",
                                each.who(),
                                Words.number(each.denied())))
                        .toList());
    }

    private static String percent(double share) {
        String text = String.format(Locale.ROOT, "%.2f", 100 * share);
        return text.replaceFirst("\\.?0+$", "") + " %";
    }
}
