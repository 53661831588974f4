package io.github.ostiary.console;

import java.util.List;

/** The frame of all pages. */
final class PageFrame {

    /** The pages, in the order of the bar. */
    enum Tab {
        OVERVIEW("", "Overview"),
        WHO("/who", "Who"),
        LOCKED("/locked", "Locked now"),
        EVENTS("/events", "Events"),
        RULES("/rules", "Rules"),
        SIGN_INS("/sign-ins", "Sign-ins"),
        TRIAL("/trial", "Trial");

        final String path;
        final String title;

        Tab(String path, String title) {
            this.path = path;
            this.title = title;
        }
    }

    private static final Html MARK = Html.of(
            "<svg class=\"mark\" viewBox=\"0 0 24 24\" width=\"22\" height=\"22\" aria-hidden=\"true\" focusable=\"false\">"
                    + "<path d=\"M5 21V9a7 7 0 0 1 14 0v12z\" class=\"arch\"/>"
                    + "<path d=\"M12 11a2 2 0 0 1 1 3.7V18h-2v-3.300A2 2 0 0 1 12 11z\" class=\"hole\"/></svg>");

    private PageFrame() {}

    /**
     * A page.
     *
     * @param place where it stands in the bar
     * @param title of the window
     * @param body what is on it, below the bar
     */
    static Html page(ConsoleVisit visit, Tab place, String title, Html body) {
        return Html.of(
                """
                <!DOCTYPE html>
                <html lang="en">
                <head>{}</head>
                <body>
                <a class="skip" href="#main">Skip to content</a>
                <header class="bar">
                  <a class="brand" href="{}">{}<span>Ostiary</span></a>
                  <nav aria-label="Console"><ul>{}</ul></nav>
                  <form class="find" role="search" action="{}" method="get">
                    <label class="hidden" for="find">Find a caller</label>
                    <input id="find" name="q" type="search" maxlength="300" placeholder="Name, address or reference"
                      autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
                  </form>
                </header>
                <main id="main" tabindex="-1">
                {}
                </main>
                <footer class="foot"><span>Application <strong>{}</strong></span><span>Signed in as <strong>{}</strong></span>
                  <span>Times are UTC</span></footer>
                </body>
                </html>
                """,
                head(visit.site().base(), title),
                visit.address(""),
                MARK,
                links(visit, place),
                visit.address(Tab.WHO.path),
                body,
                visit.site().application(),
                visit.visitor().name().isEmpty()
                        ? "an unnamed operator"
                        : visit.visitor().name());
    }

    private static List<Html> links(ConsoleVisit visit, Tab current) {
        return List.of(Tab.values()).stream()
                .map(place -> Html.of(
                        "<li><a href=\"{}\"{}>{}</a></li>",
                        visit.address(place.path),
                        Html.when(place == current, Html.of(" aria-current=\"page\"")),
                        place.title))
                .toList();
    }

    private static Html head(String base, String title) {
        return Html.of(
                """

                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="robots" content="noindex, nofollow">
                <meta name="color-scheme" content="light dark">
                <title>{} · Ostiary</title>
                <link rel="icon" href="{}{}" type="image/svg+xml">
                <link rel="stylesheet" href="{}{}">
                <script src="{}{}" defer></script>
                """,
                title,
                base,
                Assets.address("console.svg"),
                base,
                Assets.address("console.css"),
                base,
                Assets.address("console.js"));
    }

    /** A page for callers who may not see the others. */
    static Html bare(String base, String title, String text) {
        return Html.of(
                """
                <!DOCTYPE html>
                <html lang="en">
                <head>{}</head>
                <body class="bare">
                <main id="main"><h1>{}</h1><p>{}</p></main>
                </body>
                </html>
                """,
                head(base, title),
                title,
                text);
    }

    /** A page that says why nothing was done. */
    static Html refused(ConsoleVisit visit, String title, String text) {
        return page(
                visit,
                Tab.OVERVIEW,
                title,
                Html.of(
                        "<h1>{}</h1><p class=\"notice bad\" role=\"alert\">{}</p><p><a href=\"{}\">Back to the overview</a>",
                        title,
                        text,
                        visit.address("")));
    }
}
