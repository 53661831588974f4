package io.github.ostiary.http;

import java.util.stream.Collectors;

/** The forms of a denial. */
public enum DenialBody {
    /** RFC 9457, for programs. */
    PROBLEM("application/problem+json") {
        @Override
        String render(Denial denial) {
            String retryAfter = denial.retryAfterSeconds().isPresent()
                    ? ",\"retryAfterSeconds\":" + denial.retryAfterSeconds().getAsLong()
                    : "";
            String policies =
                    denial.violatedPolicies().stream().map(Escapes::json).collect(Collectors.joining(","));
            return "{\"type\":" + Escapes.json(denial.type())
                    + ",\"title\":" + Escapes.json(denial.title())
                    + ",\"status\":" + denial.status()
                    + ",\"detail\":" + Escapes.json(denial.detail())
                    + ",\"reason\":" + Escapes.json(denial.reason())
                    + retryAfter
                    + (policies.isEmpty() ? "" : ",\"violated-policies\":[" + policies + "]")
                    + (denial.reference() == null ? "" : ",\"reference\":" + Escapes.json(denial.reference()))
                    + "}";
        }
    },

    /** A page for people. */
    HTML("text/html;charset=UTF-8") {
        @Override
        String render(Denial denial) {
            String reference = denial.reference() == null
                    ? ""
                    : "<p class=\"reference\">Reference: <code>" + Escapes.html(denial.reference()) + "</code></p>\n";
            return PAGE.formatted(
                    Escapes.html(denial.title()),
                    Escapes.html(denial.title()),
                    Escapes.html(denial.detail()),
                    reference);
        }
    },

    /** Plain text for everybody else. */
    TEXT("text/plain;charset=UTF-8") {
        @Override
        String render(Denial denial) {
            String reference = denial.reference() == null ? "" : "Reference: " + denial.reference() + "\n";
            return denial.title() + "\n" + denial.detail() + "\n" + reference;
        }
    };

    private static final String PAGE =
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <title>%s</title>
            <style>
            :root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }
            body { min-height: 90vh; margin: 0 1.5rem; display: grid; place-items: center; text-align: center; }
            h1 { font-size: 1.8rem; font-weight: 600; margin: 0 0 .5rem; }
            p { margin: 0; opacity: .8; }
            .reference { margin-top: 1.5rem; font-size: .9rem; }
            </style>
            </head>
            <body>
            <main>
            <h1>%s</h1>
            <p>%s</p>
            %s</main>
            </body>
            </html>
            """;

    private final String contentType;

    DenialBody(String contentType) {
        this.contentType = contentType;
    }

    /**
     * The type of the body.
     *
     * @return with charset where it is text
     */
    public String contentType() {
        return contentType;
    }

    abstract String render(Denial denial);
}
