package io.github.ostiary.servlet;

import java.util.stream.Collectors;

/** The forms a refusal is told in. */
enum DenialBody {
    /** RFC 9457, for programs. */
    PROBLEM("application/problem+json") {
        @Override
        String render(Denial refusal) {
            String retryAfter = refusal.retryAfterSeconds().isPresent()
                    ? ",\"retryAfterSeconds\":" + refusal.retryAfterSeconds().getAsLong()
                    : "";
            String policies =
                    refusal.violatedPolicies().stream().map(Escapes::json).collect(Collectors.joining(","));
            return "{\"type\":" + Escapes.json(refusal.type())
                    + ",\"title\":" + Escapes.json(refusal.title())
                    + ",\"status\":" + refusal.status()
                    + ",\"detail\":" + Escapes.json(refusal.detail())
                    + retryAfter
                    + (policies.isEmpty() ? "" : ",\"violated-policies\":[" + policies + "]")
                    + "}";
        }
    },

    /** For people. */
    HTML("text/html;charset=UTF-8") {
        @Override
        String render(Denial refusal) {
            return PAGE.formatted(
                    Escapes.html(refusal.title()), Escapes.html(refusal.title()), Escapes.html(refusal.detail()));
        }
    },

    /** For everybody else. */
    TEXT("text/plain;charset=UTF-8") {
        @Override
        String render(Denial refusal) {
            return refusal.title() + "\n" + refusal.detail() + "\n";
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
            </style>
            </head>
            <body>
            <main>
            <h1>%s</h1>
            <p>%s</p>
            </main>
            </body>
            </html>
            """;

    private final String contentType;

    DenialBody(String contentType) {
        this.contentType = contentType;
    }

    String contentType() {
        return contentType;
    }

    abstract String render(Denial refusal);
}
