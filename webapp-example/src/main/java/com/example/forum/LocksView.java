package com.example.forum;

import static com.example.forum.Html.html;

import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The list of locked keys as a page. What callers called themselves stands in it, and goes in as text only. */
final class LocksView {

    /** A lockout of ostiary.properties. */
    record Rule(String name, String title, String about) {}

    static final List<Rule> RULES = List.of(
            new Rule("sign-in", "Name and address", "Somebody who misses the password of one name, from one address."),
            new Rule(
                    "sign-in-anywhere", "Name", "Names that are tried from many addresses: strangers solve a captcha."),
            new Rule("stuffing", "Address", "Addresses that try many names."));

    private LocksView() {}

    /** Where a rule's list begins, within the application. */
    static String address(String rule) {
        return "/admin/locks?rule=" + rule;
    }

    static Html page(HttpServletRequest request, String rule, Lockouts.Page page, Html notice) {
        String base = request.getContextPath();
        return html(
                """
                <section aria-labelledby="locks">
                  <h1 id="locks">Who is locked out</h1>
                  <nav class="tabs" aria-label="Lockouts">{}</nav>
                  <p class="meta">{}</p>
                  {}
                  {}
                  {}
                </section>
                """,
                RULES.stream()
                        .map(each -> tab(base, each, each.name().equals(rule)))
                        .toList(),
                RULES.stream()
                        .filter(each -> each.name().equals(rule))
                        .findFirst()
                        .map(Rule::about)
                        .orElse(""),
                notice,
                page.keys().isEmpty()
                        ? html("<p class=\"card empty\">Nobody. All doors are open.</p>")
                        : table(request, rule, page),
                page.next().map(next -> more(base, rule, next)).orElse(Html.EMPTY));
    }

    private static Html tab(String base, Rule rule, boolean current) {
        return html(
                "<a href=\"{}{}\" {}>{}</a>",
                base,
                address(rule.name()),
                current ? html("aria-current=\"page\"") : Html.EMPTY,
                rule.title());
    }

    private static Html more(String base, String rule, String next) {
        return html(
                "<p class=\"more\"><a class=\"button quiet\" href=\"{}{}&from={}\">More</a></p>",
                base,
                address(rule),
                URLEncoder.encode(next, StandardCharsets.UTF_8));
    }

    private static Html table(HttpServletRequest request, String rule, Lockouts.Page page) {
        return html(
                """
                <div class="card scroll">
                  <table class="locks">
                    <thead><tr><th scope="col">Who</th><th scope="col">State</th><th scope="col">Time left</th>
                      <th scope="col">Misses</th><th scope="col">Reason</th><td></td></tr></thead>
                    <tbody>{}</tbody>
                  </table>
                </div>
                """,
                page.keys().stream().map(line -> row(request, rule, line)).toList());
    }

    private static Html row(HttpServletRequest request, String rule, Lockouts.LockedKey line) {
        LockState state = line.state();
        return html(
                """
                <tr>
                  <th scope="row">{}</th>
                  <td data-label="State"><span class="state {}">{}</span></td>
                  <td data-label="Time left" class="time">{}</td>
                  <td data-label="Misses">{}</td>
                  <td data-label="Reason">{}</td>
                  <td><form action="{}/admin/locks" method="post">{}
                    <input type="hidden" name="rule" value="{}">
                    <input type="hidden" name="identity" value="{}">
                    <button class="button small">Unlock</button>
                  </form></td>
                </tr>
                """,
                who(line),
                state.phase().name().toLowerCase(Locale.ROOT),
                phase(state.phase()),
                left(state),
                misses(state),
                state.reason().isEmpty() ? "automatic" : state.reason(),
                request.getContextPath(),
                Csrf.field(request),
                rule,
                line.identity());
    }

    /** Names first; where identities are secret, what stands in their place. */
    private static Html who(Lockouts.LockedKey line) {
        Optional<Key> key = line.key();
        if (key.isEmpty()) {
            return html("<code>{}</code>", line.identity());
        }
        return html(
                "{}",
                key.get().parts().stream()
                        .map(part -> html(
                                "<span class=\"part\"><small>{}</small> <bdi>{}</bdi></span>",
                                part.kind().equals("ip") ? "from" : part.kind().replaceFirst("^param:", ""),
                                visible(part.value())))
                        .toList());
    }

    /** Characters that show nothing but turn or join others are named: they make one name look like another. */
    private static String visible(String value) {
        return Pattern.compile("\\p{C}")
                .matcher(value)
                .replaceAll(found -> String.format("[U+%04X]", found.group().codePointAt(0)));
    }

    private static String phase(LockState.Phase phase) {
        return switch (phase) {
            case OPEN -> "open";
            case CHALLENGED -> "captcha";
            case LOCKED -> "locked";
            case BLOCKED -> "blocked";
        };
    }

    private static String left(LockState state) {
        return switch (state.phase()) {
            case OPEN -> "–";
            case CHALLENGED -> "until solved";
            case LOCKED -> state.remaining()
                    .map(Wait::of)
                    .map(wait -> wait.clock() + " " + wait.unit())
                    .orElse("–");
            case BLOCKED -> "until unlocked";
        };
    }

    private static String misses(LockState state) {
        return state.wrongChallenges() == 0
                ? Integer.toString(state.failures())
                : state.failures() + " + " + Ago.count(state.wrongChallenges(), "captcha");
    }
}
