package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.OfferedChallenge.Served;
import io.github.ostiary.engine.LinkOutcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The page of {@code unlock.path}: whoever opens it is asked, and only who presses its button opens anything, since mail scanners
 * follow links. Thread-safe.
 *
 * @hidden
 */
public final class UnlockPage {

    /** The parameter that has the token. */
    static final String TOKEN = "token";

    private static final int LONGEST = 1_000;
    private static final String PAGE =
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <title>%1$s</title>
            <style>
            :root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }
            body { min-height: 90vh; margin: 0 1.5rem; display: grid; place-items: center; text-align: center; }
            main { max-width: 34rem; }
            h1 { font-size: 1.8rem; font-weight: 600; margin: 0 0 .5rem; }
            p { margin: 0 0 1.5rem; opacity: .8; }
            button { font: inherit; padding: .6rem 1.4rem; }
            </style>
            </head>
            <body>
            <main>
            <h1>%1$s</h1>
            <p>%2$s</p>
            %3$s</main>
            </body>
            </html>
            """;

    private static final String FORM =
            """
            <form method="post" action="%s"><input type="hidden" name="token" value="%s"><button>Let me sign in</button></form>
            """;

    private final ConfiguredGuard guard;

    UnlockPage(ConfiguredGuard guard) {
        this.guard = guard;
    }

    /**
     * Answers a request.
     *
     * @param call the request
     * @param action where the form is sent: the path of the page, as an attribute of HTML has it
     * @return its body is not to be sent to HEAD
     */
    public Served answer(CallContext call, String action) {
        String method = call.method().orElse("");
        if (method.equals("POST")) {
            return posted(call);
        }
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return said(405, "This page is opened by a link", "Open the link of the mail once more.", "");
        }
        String token = token(call);
        return guard.isToken(token)
                ? said(
                        200,
                        "Sign in from here?",
                        "Wrong passwords were tried for your account, so it is locked for now. Press the button on the device that you"
                                + " want to sign in with: its network may then sign in. The account stays locked for all others.",
                        FORM.formatted(action, token))
                : said(LinkOutcome.INVALID);
    }

    private Served posted(CallContext call) {
        for (String site : call.headers("Sec-Fetch-Site")) {
            if (!site.equals("same-origin") && !site.equals("none")) {
                return said(403, "Nothing was opened", "Open the link of the mail, and press the button there.", "");
            }
        }
        String token = token(call);
        return said(token.isEmpty() ? LinkOutcome.INVALID : guard.open(token, call));
    }

    /** The one token of a call that may be one; it is written into the page. */
    private static String token(CallContext call) {
        try {
            List<String> tokens = call.parameters(TOKEN);
            return tokens.size() == 1 && tokens.get(0).matches("[A-Za-z0-9_-]{1," + LONGEST + "}") ? tokens.get(0) : "";
        } catch (MalformedCallException e) {
            return "";
        }
    }

    private static Served said(LinkOutcome outcome) {
        return switch (outcome) {
            case OPENED -> said(
                    200, "You can sign in now", "Go back to the sign-in page, and sign in from this network.", "");
            case USED -> said(
                    410,
                    "This link was used already",
                    "If that was you, sign in from the network where you used it.",
                    "");
            case OVER -> said(410, "This lock is over", "Sign in as usual. If your account is locked again, wait.", "");
            case INVALID -> said(410, "This link is not valid", "It may have expired. Wait until the lock ends.", "");
            case AWAY -> said(503, "Nothing can be opened now", "Wait until the lock ends.", "");
        };
    }

    private static Served said(int status, String title, String text, String form) {
        return new Served(
                status,
                Map.of(
                        "Content-Type", "text/html;charset=UTF-8",
                        "Cache-Control", "no-store",
                        "Referrer-Policy", "no-referrer",
                        "X-Content-Type-Options", "nosniff",
                        "X-Frame-Options", "DENY",
                        "Content-Security-Policy",
                                "default-src 'none'; style-src 'unsafe-inline'; form-action 'self';"
                                        + " frame-ancestors 'none'; base-uri 'none'"),
                PAGE.formatted(title, text, form).getBytes(StandardCharsets.UTF_8));
    }
}
