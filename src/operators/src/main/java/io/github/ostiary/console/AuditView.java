package io.github.ostiary.console;

import io.github.ostiary.Key;
import io.github.ostiary.console.PageFrame.Tab;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import java.util.List;
import java.util.Optional;

/** The audit trail as a table: what was done, who did it, from where and why. */
final class AuditView {

    private AuditView() {}

    static Html of(ConsoleVisit visit, List<AuditEntry> trail) {
        if (trail.isEmpty()) {
            return Html.of(
                    "<section><p class=\"card empty\"><strong>No changes yet.</strong>Locks, unlocks, overrides and"
                            + " reloads are listed here, with who made them and why.</p></section>");
        }
        return Html.of(
                """
                <section><div class="card scroll"><table class="stack">
                <caption class="hidden">Audit trail, newest first</caption>
                <thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Of</th><th scope="col">Caller</th>
                  <th scope="col">By</th><th scope="col">Why</th></tr></thead>
                <tbody>{}</tbody></table></div></section>
                """,
                trail.stream().map(each -> row(visit, each)).toList());
    }

    private static Html row(ConsoleVisit visit, AuditEntry entry) {
        return Html.of(
                """
                <tr><th scope="row">{}</th><td data-label="What"><span>{}{}</span></td><td data-label="Of"><span>{}</span></td>
                <td data-label="Caller">{}</td><td data-label="By"><span>{}<small>{}</small></span></td><td data-label="Why"><span>{}</span></td></tr>
                """,
                Moments.at(entry.change().at()),
                Words.state(colour(entry.deed()), word(entry.deed())),
                entry.duration()
                        .map(duration -> Html.of(" <small>for {}</small>", Moments.of(duration)))
                        .orElse(Html.NONE),
                entry.subject(),
                caller(visit, entry),
                entry.change().by(),
                entry.change().from(),
                entry.change().reason().isEmpty() ? "–" : entry.change().reason());
    }

    private static Html caller(ConsoleVisit visit, AuditEntry entry) {
        Optional<Key> key = Key.ofCanonical(entry.label());
        if (key.isPresent()) {
            return Html.of(
                    "<a href=\"{}\">{}</a>",
                    visit.address(Tab.WHO.path, "key", KeyText.code(key.get())),
                    KeyText.html(key.get()));
        }
        return entry.identity().isEmpty() ? Html.of("<span>–</span>") : Html.of("<code>{}</code>", entry.identity());
    }

    static String word(Deed deed) {
        return Words.words(deed);
    }

    private static String colour(Deed deed) {
        return switch (deed) {
            case LOCKED, BLOCKED, REFUSED -> "bad";
            case UNLOCKED, RESTORED, SIEGE_ENDED -> "good";
            case OVERRIDDEN, LEFT_OUT, SIEGE_BEGAN -> "warn";
            default -> "cool";
        };
    }
}
