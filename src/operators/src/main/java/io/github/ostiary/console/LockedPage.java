package io.github.ostiary.console;

import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts.LockedKey;
import io.github.ostiary.Lockouts.Page;
import io.github.ostiary.console.PageFrame.Tab;
import io.github.ostiary.operate.LockSearch;
import io.github.ostiary.operator.RuleInForce;
import java.util.List;

/** Everybody who is not let in by a lockout, rule by rule. */
final class LockedPage {

    private static final int LINES = 50;

    /** More are not counted one by one. */
    private static final int COUNTED = 10_000;

    private final LockSearch locked;

    LockedPage(LockSearch locked) {
        this.locked = locked;
    }

    Reply show(ConsoleVisit visit) {
        if (locked.rules().isEmpty()) {
            return Reply.html(200, PageFrame.page(visit, Tab.LOCKED, "Locked now", none()));
        }
        String rule = locked.rule(visit.parameter("rule"));
        Page page = locked.page(rule, visit.given("cursor").orElse(null), LINES);
        Html body = Html.all(
                head(visit, rule),
                Forms.done(visit),
                list(visit, rule, page),
                more(visit, rule, page),
                many(visit, rule));
        return Reply.html(200, PageFrame.page(visit, Tab.LOCKED, "Locked now", body));
    }

    private static Html none() {
        return Html.of("<h1>Locked now</h1><p class=\"card empty\"><strong>There are no lockouts.</strong>Rules named"
                + " lockout.NAME count failures and lock callers who fail too often.</p>");
    }

    private Html head(ConsoleVisit visit, String rule) {
        List<Html> tabs = locked.rules().stream()
                .map(each -> Html.of(
                        "<li><a href=\"{}\"{}>{}</a></li>",
                        visit.address(Tab.LOCKED.path, "rule", each.name()),
                        Html.when(each.name().equals(rule), Html.of(" aria-current=\"page\"")),
                        each.name()))
                .toList();
        String about = locked.rules().stream()
                .filter(each -> each.name().equals(rule))
                .map(RuleInForce::description)
                .findFirst()
                .orElse("");
        return Html.of(
                """
                <div class="head"><div><h1>Locked now</h1><p class="lead">Callers whose next attempt would be denied.</p></div></div>
                <nav aria-label="Lockouts"><ul class="tabs">{}</ul></nav>{}
                """,
                tabs,
                Html.when(!about.isEmpty(), Html.of("<p class=\"lead\">{}</p>", about)));
    }

    private static Html list(ConsoleVisit visit, String rule, Page page) {
        if (page.keys().isEmpty()) {
            return Html.of("<p class=\"card empty\"><strong>No caller is locked</strong> by lockout.{}.</p>", rule);
        }
        return Html.of(
                """
                <form action="{}" method="post">
                {}{}{}{}
                <div class="card">
                <div class="pad"><div class="row">{}</div></div>
                <div class="scroll"><table class="stack">
                  <thead><tr><th scope="col">Who</th><th scope="col">State</th><th scope="col">Time left</th>
                    <th scope="col" class="num">Failures</th><th scope="col">Why</th><th scope="col"><span class="hidden">Action</span></th></tr></thead>
                  <tbody>{}</tbody>
                </table></div>
                </div>
                </form>
                """,
                visit.address(ConsoleVisit.CHANGE),
                Forms.token(visit),
                Forms.hidden("do", "unlock"),
                Forms.hidden("rule", rule),
                Forms.hidden("back", "locked"),
                Forms.reason("reason"),
                page.keys().stream().map(key -> line(visit, key)).toList());
    }

    private static Html line(ConsoleVisit visit, LockedKey key) {
        LockState state = key.state();
        return Html.of(
                """
                <tr><th scope="row">{}</th>
                <td data-label="State">{}</td>
                <td data-label="Time left"><span>{}</span></td>
                <td data-label="Failures" class="num"><span>{}</span></td>
                <td data-label="Why"><span>{}</span></td>
                <td><div class="actions"><button class="small" name="identity" value="{}">Unlock</button>{}</div></td></tr>
                """,
                KeyText.html(key.key(), key.identity()),
                Words.state(state.phase()),
                Words.left(state),
                state.failures(),
                state.reason().isEmpty() ? "failed too often" : state.reason(),
                key.identity(),
                key.key()
                        .map(known -> Html.of(
                                "<a class=\"button small\" href=\"{}\">Look</a>",
                                visit.address(Tab.WHO.path, "key", KeyText.code(known))))
                        .orElse(Html.NONE));
    }

    private static Html more(ConsoleVisit visit, String rule, Page page) {
        Html first = Html.when(
                visit.given("cursor").isPresent(),
                Html.of("<a class=\"button\" href=\"{}\">First</a>", visit.address(Tab.LOCKED.path, "rule", rule)));
        Html next = page.next()
                .map(cursor -> Html.of(
                        "<a class=\"button\" href=\"{}\" rel=\"next\">More</a>",
                        visit.address(Tab.LOCKED.path, "rule", rule, "cursor", cursor)))
                .orElse(Html.NONE);
        return Html.when(!first.isEmpty() || !next.isEmpty(), Html.of("<p class=\"more\">{}{}</p>", first, next));
    }

    private Html many(ConsoleVisit visit, String rule) {
        return Html.of(
                """
                <section aria-labelledby="many"><div class="card pad">
                  <h2 id="many">Unlock many, after an incident</h2>
                  <p class="hint">You see how many they are before you confirm.</p>
                  <form class="row" action="{}" method="get">
                    <div class="field"><label for="many-rule">Lockout</label><select id="many-rule" name="rule">
                      <option value="">all lockouts</option>{}</select></div>
                    <div class="field wide"><label for="network">Network <span class="hint">empty for everywhere</span></label>
                      <input id="network" name="network" maxlength="60" placeholder="192.0.2.0/24" autocomplete="off"></div>
                    <button>Count locked callers</button>
                  </form>
                </div></section>
                """,
                visit.address("/locked/many"),
                locked.rules().stream()
                        .map(each -> Html.of(
                                "<option value=\"{}\"{}>{}</option>",
                                each.name(),
                                Html.when(each.name().equals(rule), Html.of(" selected")),
                                each.name()))
                        .toList());
    }

    /** Says how many it would be, before it is done. */
    Reply confirm(ConsoleVisit visit) {
        String network = visit.parameter("network");
        List<String> rules = visit.given("rule")
                .map(written -> List.of(locked.rule(written)))
                .orElseGet(() -> locked.rules().stream().map(RuleInForce::name).toList());
        LockSearch.Found found = locked.find(rules, LockSearch.in(network), COUNTED);
        String count = (found.whole() ? "" : "at least ") + found.entries().size();
        Html body = Html.of(
                """
                <h1>Unlock {}?</h1>
                <p class="lead">{}{}. Their failures and earlier locks are forgotten.</p>
                {}
                """,
                count,
                rules.size() == 1
                        ? "Callers locked by lockout." + rules.get(0)
                        : "Callers locked by any of " + rules.size() + " lockouts",
                network.isEmpty() ? ", from everywhere" : ", from " + network,
                found.entries().isEmpty() ? noneLocked(visit) : really(visit, network, found));
        return Reply.html(200, PageFrame.page(visit, Tab.LOCKED, "Unlock many", body));
    }

    private static Html noneLocked(ConsoleVisit visit) {
        return Html.of(
                "<p class=\"card empty\"><strong>There is no caller to unlock.</strong><a href=\"{}\">Back to the list</a></p>",
                visit.address(Tab.LOCKED.path));
    }

    private static Html really(ConsoleVisit visit, String network, LockSearch.Found found) {
        return Html.of(
                """
                <form class="card pad" action="{}" method="post">
                  {}{}{}{}{}{}
                  <div class="row">{}</div>
                  <p class="actions"><button class="main danger">Unlock {}</button><a class="button" href="{}">Cancel</a></p>
                </form>
                <section><h2>Among them</h2><div class="card scroll"><table class="stack">
                  <thead><tr><th scope="col">Who</th><th scope="col">Lockout</th><th scope="col">State</th></tr></thead>
                  <tbody>{}</tbody></table></div></section>
                """,
                visit.address(ConsoleVisit.CHANGE),
                Forms.token(visit),
                Forms.hidden("do", "unlock-many"),
                Forms.hidden("rule", visit.parameter("rule")),
                Forms.hidden("network", network),
                Forms.hidden("counted", Integer.toString(found.entries().size())),
                Forms.hidden("back", "locked"),
                Forms.reason("reason"),
                found.entries().size(),
                visit.address(Tab.LOCKED.path),
                found.entries().stream().limit(20).map(LockedPage::among).toList());
    }

    private static Html among(LockSearch.FoundLock entry) {
        return Html.of(
                "<tr><th scope=\"row\">{}</th><td data-label=\"Lockout\">{}</td><td data-label=\"State\">{}</td></tr>",
                KeyText.html(entry.locked().key(), entry.locked().identity()),
                entry.rule(),
                Words.state(entry.locked().state().phase()));
    }
}
