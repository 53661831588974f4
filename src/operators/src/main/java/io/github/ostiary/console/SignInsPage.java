package io.github.ostiary.console;

import io.github.ostiary.console.PageFrame.Tab;
import io.github.ostiary.operate.Compliance;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SignIns;
import io.github.ostiary.operator.TrialReport.AttemptCounts;
import io.github.ostiary.operator.TrialReport.SeenAnswer;
import io.github.ostiary.operator.TrialReport.SignInTrial;
import io.github.ostiary.text.WrittenName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The sign-ins: what attempts were answered with, whether that proved anything, and the line to write where nothing does. */
final class SignInsPage {

    private final OperatorApi operators;

    SignInsPage(OperatorApi operators) {
        this.operators = operators;
    }

    Reply show(ConsoleVisit visit) {
        SignIns seen = operators.signIns();
        List<RuleInForce> rules = operators.rules();
        List<Html> articles = new ArrayList<>();
        for (String name : names(rules)) {
            Optional<SignInTrial> tried = seen.signIns().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst();
            articles.add(article(name, tried, isPending(name, rules)));
        }
        Html body = Html.of(
                """
                <div class="head"><div><h1>Sign-ins</h1>
                  <p class="lead">The answers to attempts on {}, since the signals last changed. Without names and values.</p></div></div>
                {}{}{}
                """,
                seen.allNodes() ? "all nodes" : "this node",
                seen.signIns().stream().map(SignInsPage::banner).toList(),
                articles.isEmpty()
                        ? Html.of(
                                "<p class=\"card empty\"><strong>There are no sign-ins.</strong>A rule such as signin.main"
                                        + " protects one.</p>")
                        : articles,
                compliance());
        return Reply.html(200, PageFrame.page(visit, Tab.SIGN_INS, "Sign-ins", body));
    }

    /** How the rules stand with standards. */
    private Html compliance() {
        return Html.of(
                """
                <article class="card pad"><h3>Standards</h3><ul>{}{}</ul></article>
                """,
                Compliance.of(operators, "").stream()
                        .map(each -> Html.of("<li>{}</li>", each.text()))
                        .toList(),
                Compliance.notJudged(operators)
                        .map(line -> Html.of("<li>{}</li>", line))
                        .orElse(Html.NONE));
    }

    /** The warning at a sign-in without a success, though some attempts may have been right. */
    private static Html banner(SignInTrial signIn) {
        return Html.when(
                isSilent(signIn),
                Html.of(
                        """
                        <section class="notice warn" aria-label="{}"><strong>No attempt at {} has proved a success.</strong>
                        <p>{}.</p>{}</section>
                        """,
                        "No proved success at " + signIn.name(),
                        signIn.name(),
                        capital(signIn.advice().orElse("")),
                        line(signIn)));
    }

    /** The same in short, for another page. */
    static Html pointer(ConsoleVisit visit, SignInTrial signIn) {
        return Html.when(
                isSilent(signIn),
                Html.of(
                        """
                        <div class="notice warn" role="status">No attempt at {} has proved a success: right passwords may count as failures.
                        <a href="{}">Look</a>{}</div>
                        """,
                        signIn.name(),
                        visit.address(Tab.SIGN_INS.path),
                        line(signIn)));
    }

    private static boolean isSilent(SignInTrial signIn) {
        return signIn.advice().isPresent() && signIn.attempts().unproved() > 0;
    }

    private static Html line(SignInTrial signIn) {
        return signIn.proposal()
                .map(line -> Html.of("<p>Line to copy: <code class=\"line\">{}</code></p>", line))
                .orElse(Html.NONE);
    }

    private static String capital(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** The names of sign-ins, as their keys begin, in the order they were declared. */
    private static Set<String> names(List<RuleInForce> rules) {
        Set<String> names = new LinkedHashSet<>();
        for (RuleInForce rule : rules) {
            if (rule.kind().equals("lockout")) {
                names.add(WrittenName.of(rule.full()));
            }
        }
        return names;
    }

    /** Whether its locks are only reported, until a success is proved. */
    static boolean isPending(String name, List<RuleInForce> rules) {
        return rules.stream()
                .anyMatch(rule -> rule.kind().equals("lockout")
                        && WrittenName.of(rule.full()).equals(name)
                        && rule.untilProved());
    }

    private static Html article(String name, Optional<SignInTrial> tried, boolean pending) {
        return Html.of(
                """
                <article class="card rule" id="{}" aria-label="{}">
                <header><h3>{}</h3>{}{}<p>{}</p></header>
                {}</article>
                """,
                name,
                name,
                name,
                Html.when(pending, Html.of("<span class=\"tag\">reported only until a success is proved</span>")),
                tried.map(SignInsPage::state).orElse(Html.NONE),
                tried.map(SignInsPage::summary).orElse("No attempt yet."),
                tried.map(SignInsPage::table).orElse(Html.NONE));
    }

    private static Html state(SignInTrial signIn) {
        AttemptCounts ends = signIn.attempts();
        return ends.proved() > 0
                ? Words.state("good", "successes proved")
                : ends.unproved() > 0
                        ? Words.state("warn", "no success proved")
                        : Words.state("idle", "no success yet");
    }

    private static String summary(SignInTrial signIn) {
        return Words.count(signIn.attempts().all(), "attempt") + "."
                + (signIn.nameless() > 0 ? " " + Words.number(signIn.nameless()) + " had no name." : "")
                + (signIn.otherwise() > 0
                        ? " " + Words.number(signIn.otherwise()) + " got other answers than these."
                        : "");
    }

    private static Html table(SignInTrial signIn) {
        return Html.of(
                """
                <div class="scroll"><table class="stack"><caption class="hidden">Answers to attempts</caption>
                <thead><tr><th scope="col">Answer</th><th scope="col" class="num">Proved a success</th>
                  <th scope="col" class="num">Showed a failure</th><th scope="col" class="num">Neither</th>
                  <th scope="col" class="num">Unclear</th></tr></thead><tbody>{}</tbody></table></div>
                """,
                signIn.answers().stream().map(SignInsPage::row).toList());
    }

    private static Html row(SeenAnswer answer) {
        AttemptCounts ends = answer.attempts();
        return Html.of(
                "<tr><th scope=\"row\"><code>{}</code></th>{}{}{}{}</tr>",
                answer.text(),
                cell("Proved a success", ends.proved()),
                cell("Showed a failure", ends.failed()),
                cell("Neither", ends.unproved()),
                cell("Unclear", ends.unclear()));
    }

    private static Html cell(String label, long count) {
        return Html.of(
                "<td data-label=\"{}\" class=\"{}\"><span>{}</span></td>",
                label,
                count == 0 ? "num none" : "num",
                Words.number(count));
    }
}
