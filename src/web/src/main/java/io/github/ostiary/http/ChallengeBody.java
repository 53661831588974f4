package io.github.ostiary.http;

import io.github.ostiary.CallContext;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.text.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The body of a denial that hands its caller a challenge of ours: another one each time. */
final class ChallengeBody {

    /** The part of a page that follows its text. */
    private static final String REFERENCE = "<p class=\"reference\">";

    private static final String END = "</main>";

    /** Nothing but the page itself, and what its challenge asks for; no other page shows it in a frame. */
    private static final String POLICY =
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ";

    private static final String STYLES = "'sha256-" + styleHash() + "'";

    private ChallengeBody() {}

    /** Writes one; false where there is none in that form. */
    static boolean write(
            HttpAnswer answer,
            CallContext call,
            Denial denial,
            DenialBody form,
            EdgeSettings.PendingChallenge challenge)
            throws IOException {
        @Nullable String context = answer.context();
        if (form == DenialBody.HTML && context != null && answer.canBePage()) {
            page(answer, call, denial, challenge, context);
            return true;
        }
        @Nullable String problem = form == DenialBody.PROBLEM ? problem(call, denial, challenge) : null;
        if (problem != null) {
            write(answer, form, problem);
        }
        return problem != null;
    }

    /** The denial with its challenge, for programs; null if programs are offered none. */
    static @Nullable String problem(CallContext call, Denial denial, EdgeSettings.PendingChallenge challenge) {
        @Nullable String json = challenge.offered().json(call);
        if (json == null) {
            return null;
        }
        String problem = DenialBody.PROBLEM.render(denial);
        return problem.substring(0, problem.length() - 1) + ",\"challenge\":" + json + "}";
    }

    private static void page(
            HttpAnswer answer, CallContext call, Denial denial, EdgeSettings.PendingChallenge challenge, String context)
            throws IOException {
        OptionalLong wait =
                challenge.waitSeconds() > 0 ? OptionalLong.of(challenge.waitSeconds()) : OptionalLong.empty();
        if (wait.isPresent()) {
            answer.header("Retry-After", Long.toString(wait.getAsLong()));
        }
        answer.header("Content-Security-Policy", POLICY + challenge.offered().policy(STYLES));
        answer.header("X-Frame-Options", "DENY");
        String part = challenge.offered().html(call, context, wait);
        String text = DenialBody.HTML.render(denial);
        String next = denial.reference() == null ? END : REFERENCE;
        write(answer, DenialBody.HTML, text.replace(next, part + next));
    }

    private static void write(HttpAnswer answer, DenialBody form, String text) throws IOException {
        answer.body(form.contentType(), text.getBytes(StandardCharsets.UTF_8));
    }

    private static String styleHash() {
        String page = DenialBody.HTML.render(
                new Denial(403, "about:blank", "", "", "", OptionalLong.empty(), List.of(), null));
        String style = page.substring(page.indexOf("<style>") + "<style>".length(), page.indexOf("</style>"));
        return Base64.getEncoder().encodeToString(Digest.sha256(style));
    }
}
