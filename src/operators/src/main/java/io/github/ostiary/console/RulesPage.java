package io.github.ostiary.console;

import io.github.ostiary.Guard;
import io.github.ostiary.console.PageFrame.Tab;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import java.util.List;

/** The rules in force, and where each value came from. */
final class RulesPage {

    private final Guard guard;
    private final OperatorApi operators;

    RulesPage(Guard guard, OperatorApi operators) {
        this.guard = guard;
        this.operators = operators;
    }

    Reply show(ConsoleVisit visit) {
        List<RuleInForce> rules = operators.rules();
        Html body = Html.of(
                """
                <div class="head"><div><h1>Rules</h1>
                  <p class="lead">The values in force, and where each comes from. All others have their defaults.</p></div></div>
                {}
                {}
                {}
                <section aria-labelledby="each"><h2 id="each">Each rule</h2>{}</section>
                <section aria-labelledby="global"><h2 id="global">For all rules</h2>{}</section>
                """,
                Forms.done(visit),
                FileProblems.of(operators.reloading()),
                OverridesView.of(visit, guard.rules().overrides(), rules),
                rules.isEmpty()
                        ? Html.of("<p class=\"card empty\"><strong>There are no rules.</strong>Nothing is limited.</p>")
                        : rules.stream().map(RulesPage::rule).toList(),
                operators.settings().isEmpty()
                        ? Html.of("<p class=\"card empty\">Nothing is configured: all values are defaults.</p>")
                        : Html.of("<div class=\"card rule\">{}</div>", table("all rules", operators.settings(), "")));
        return Reply.html(200, PageFrame.page(visit, Tab.RULES, "Rules", body));
    }

    private static Html rule(RuleInForce rule) {
        return Html.of(
                """
                <article class="card rule" id="{}" aria-label="{}">
                <header><h3>{}</h3><span class="tag">{}</span>{}{}</header>
                {}</article>
                """,
                rule.full(),
                rule.full(),
                rule.name(),
                rule.kind(),
                Html.when(
                        rule.shadow(),
                        Html.of(
                                "<span class=\"tag\">{}</span>",
                                rule.untilProved() ? "reported only until a success is proved" : "reports only")),
                Html.when(!rule.description().isEmpty(), Html.of("<p>{}</p>", rule.description())),
                table(rule.full(), rule.settings(), rule.full() + "."));
    }

    private static Html table(String caption, List<SettingInForce> settings, String prefix) {
        return Html.of(
                """
                <div class="scroll"><table class="stack"><caption class="hidden">{}</caption>
                <thead class="hidden"><tr><th scope="col">Key</th><th scope="col">Value</th><th scope="col">From</th></tr></thead>
                <tbody>{}</tbody></table></div>
                """,
                caption,
                settings.stream()
                        .map(each -> Html.of(
                                "<tr><th scope=\"row\">{}</th><td><code>{}</code></td><td class=\"from\">{}</td></tr>",
                                each.key().startsWith(prefix) ? each.key().substring(prefix.length()) : each.key(),
                                each.value(),
                                Words.origin(each)))
                        .toList());
    }
}
