package io.github.ostiary.console;

import io.github.ostiary.RuleOverride;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import java.util.List;

/** The values that operators have put in force for a while, and the form that does. */
final class OverridesView {

    private static final List<String> DURATIONS = List.of("15m", "1h", "4h", "1d", "7d");

    private OverridesView() {}

    static Html of(ConsoleVisit visit, List<RuleOverride> overrides, List<RuleInForce> rules) {
        return Html.of(
                "<section aria-labelledby=\"overrides\"><h2 id=\"overrides\">Overrides</h2>{}{}</section>",
                overrides.isEmpty() ? Html.NONE : table(visit, overrides),
                form(visit, rules));
    }

    private static Html table(ConsoleVisit visit, List<RuleOverride> overrides) {
        return Html.of(
                """
                <div class="card scroll"><table class="stack">
                <thead><tr><th scope="col">Key</th><th scope="col">Value</th><th scope="col">Until</th><th scope="col">By</th>
                  <th scope="col">Why</th><th scope="col"><span class="hidden">Action</span></th></tr></thead>
                <tbody>{}</tbody></table></div>
                """,
                overrides.stream().map(each -> row(visit, each)).toList());
    }

    private static Html row(ConsoleVisit visit, RuleOverride each) {
        return Html.of(
                """
                <tr><th scope="row"><code>{}</code>{}</th><td data-label="Value"><code>{}</code></td>
                <td data-label="Until"><span>{}<small>{}</small></span></td><td data-label="By"><span>{}<small>{}</small></span></td>
                <td data-label="Why"><span>{}</span></td>
                <td><form action="{}" method="post">{}{}{}{}<button class="small">End override</button></form></td></tr>
                """,
                each.key(),
                each.problem()
                        .map(problem -> Html.of("<small class=\"notice bad\">not applied here: {}</small>", problem))
                        .orElse(Html.NONE),
                each.value(),
                Moments.at(each.until()),
                each.onAllNodes() ? "on all nodes" : "on this node only",
                each.change().by(),
                each.change().from(),
                each.change().reason().isEmpty() ? "–" : each.change().reason(),
                visit.address(ConsoleVisit.CHANGE),
                Forms.token(visit),
                Forms.hidden("do", "remove-override"),
                Forms.hidden("key", each.key()),
                Forms.hidden("back", "rules"));
    }

    private static Html form(ConsoleVisit visit, List<RuleInForce> rules) {
        return Html.of(
                """
                <details class="card"><summary>Override a value for a while</summary>
                <form class="row pad" action="{}" method="post">{}{}{}
                  <div class="field wide"><label for="okey">Key</label><input id="okey" name="key" list="keys" maxlength="200" required
                    autocomplete="off" spellcheck="false" placeholder="limit.login.rate"><datalist id="keys">{}</datalist></div>
                  <div class="field wide"><label for="ovalue">Value</label><input id="ovalue" name="value" maxlength="1000" required
                    autocomplete="off" spellcheck="false" placeholder="2/1m"></div>
                  <div class="field"><label for="ofor">For</label><select id="ofor" name="duration">{}</select></div>
                  {}<button class="main">Override</button>
                </form></details>
                """,
                visit.address(ConsoleVisit.CHANGE),
                Forms.token(visit),
                Forms.hidden("do", "override"),
                Forms.hidden("back", "rules"),
                rules.stream()
                        .flatMap(rule -> rule.settings().stream())
                        .map(SettingInForce::key)
                        .distinct()
                        .map(key -> Html.of("<option value=\"{}\"></option>", key))
                        .toList(),
                DURATIONS.stream()
                        .map(each -> Html.of("<option value=\"{}\">{}</option>", each, Forms.words(each)))
                        .toList(),
                Forms.reason("oreason"));
    }
}
