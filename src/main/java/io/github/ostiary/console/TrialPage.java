package io.github.ostiary.console;

import io.github.ostiary.Guard;
import io.github.ostiary.TrialReport;
import io.github.ostiary.TrialReport.Proposal;
import io.github.ostiary.TrialReport.RateUse;
import io.github.ostiary.TrialReport.RuleTrial;
import io.github.ostiary.TrialReport.Share;
import io.github.ostiary.console.PageFrame.Tab;
import java.util.List;
import java.util.Locale;

/** The rules that only report: what they would have denied, and what their figures would have to be. */
final class TrialPage {

    private final Guard guard;

    TrialPage(Guard guard) {
        this.guard = guard;
    }

    Reply show(ConsoleVisit visit) {
        TrialReport report = guard.trial();
        Html body = Html.of(
                """
                <div class="head"><div><h1>Trial</h1>
                  <p class="lead">What rules that only report would have denied, on this node, in the last {}.</p></div></div>
                {}
                """,
                Moments.of(report.covered()),
                report.rules().isEmpty()
                        ? Html.of(
                                "<p class=\"card empty\"><strong>No rule is on trial.</strong>A rule with enforce=false"
                                        + " decides and counts, and denies nobody: what it would have done is told here.</p>")
                        : report.rules().stream().map(TrialPage::rule).toList());
        return Reply.html(200, PageFrame.page(visit, Tab.TRIAL, "Trial", body));
    }

    private static Html rule(RuleTrial rule) {
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
                Html.when(!rule.uses().isEmpty(), uses(rule.uses())),
                Html.when(!rule.networks().isEmpty(), shares("Networks denied most", rule.networks())),
                Html.when(!rule.users().isEmpty(), shares("Users denied most", rule.users())));
    }

    private static Html uses(List<RateUse> uses) {
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
                uses.stream().map(TrialPage::use).toList());
    }

    private static Html use(RateUse use) {
        return Html.of(
                """
                <tr><th scope="row">{}</th><td data-label="Callers" class="num"><span>{}</span></td>
                <td data-label="Above the rate" class="num"><span>{}</span></td>{}</tr>
                """,
                use.rate().toString(),
                Words.number(use.callers()),
                Words.number(use.overLimit()),
                use.proposals().stream().map(TrialPage::proposal).toList());
    }

    private static Html proposal(Proposal proposal) {
        return Html.of(
                "<td data-label=\"Permits to deny {}\" class=\"num\"><span>{}</span></td>",
                percent(proposal.share()),
                proposal.permits().isPresent() ? Words.number(proposal.permits().getAsLong()) : "too few callers yet");
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
