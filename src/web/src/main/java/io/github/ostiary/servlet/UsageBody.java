package io.github.ostiary.servlet;

import io.github.ostiary.CalendarWindow;
import io.github.ostiary.QuotaUse;
import io.github.ostiary.http.Escapes;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The quotas of a caller, in the forms that callers read. */
final class UsageBody {

    /** The page loads nothing. */
    static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm", Locale.ENGLISH);

    private static final String PAGE =
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <title>Your usage</title>
            <style>
            :root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }
            body { max-width: 40rem; margin: 2rem auto; padding: 0 1.5rem; }
            h1 { font-size: 1.8rem; font-weight: 600; }
            h2 { font-size: 1.1rem; font-weight: 600; margin: 1.5rem 0 .25rem; }
            meter { width: 100%%; height: 1.2rem; }
            p { margin: 0; opacity: .8; }
            </style>
            </head>
            <body>
            <main>
            <h1>Your usage</h1>
            %s</main>
            </body>
            </html>
            """;

    private static final String QUOTA =
            """
            <section>
            <h2>%s</h2>
            <meter min="0" max="%d" value="%d">%d of %d</meter>
            <p>%s of %s used, %s left. Starts again on <time datetime="%s">%s</time>.</p>
            </section>
            """;

    private UsageBody() {}

    static String json(List<QuotaUse> uses) {
        StringBuilder json = new StringBuilder("{\"quotas\":[");
        for (QuotaUse use : uses) {
            json.append(json.charAt(json.length() - 1) == '[' ? "" : ",");
            json.append("{\"rule\":").append(Escapes.json(use.rule()));
            json.append(",\"policy\":").append(Escapes.json(use.policy()));
            json.append(",\"rate\":").append(Escapes.json(use.rate().toString()));
            json.append(",\"limit\":").append(use.limit());
            json.append(",\"used\":").append(use.used());
            json.append(",\"remaining\":").append(use.remaining());
            json.append(",\"resetsAt\":").append(Escapes.json(use.resetsAt().toString()));
            json.append('}');
        }
        return json.append("]}").toString();
    }

    static String html(List<QuotaUse> uses) {
        StringBuilder quotas = new StringBuilder();
        for (QuotaUse use : uses) {
            quotas.append(QUOTA.formatted(
                    Escapes.html(use.policy()),
                    use.limit(),
                    use.used(),
                    use.used(),
                    use.limit(),
                    number(use.used()),
                    number(use.limit()),
                    number(use.remaining()),
                    use.resetsAt(),
                    Escapes.html(moment(use))));
        }
        return PAGE.formatted(uses.isEmpty() ? "<p>No quota applies to you.</p>\n" : quotas);
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A moment by the clock of the quota's own calendar. */
    private static String moment(QuotaUse use) {
        ZoneId zone = use.rate().calendar().map(CalendarWindow::zone).orElse(ZoneOffset.UTC);
        return MOMENT.format(use.resetsAt().atZone(zone)) + " (" + (zone.equals(ZoneOffset.UTC) ? "UTC" : zone) + ")";
    }
}
