package io.github.ostiary.captcha;

import io.github.ostiary.config.CaptchaService;
import io.github.ostiary.edge.OfferedChallenge;
import io.github.ostiary.edge.OfferedChallenge.Served;
import io.github.ostiary.text.Durations;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.OptionalLong;

/** The part of a page that has a captcha passed, and the script it needs. Immutable. */
final class CaptchaPage {

    static final String SCRIPT = "puzzle.js";

    private static final byte[] BYTES = read();
    private static final String INTEGRITY = "sha384-" + digest();

    /** Another one for each version of the script, which browsers keep. */
    private static final String VERSION =
            INTEGRITY.substring(7, 19).replace('+', '-').replace('/', '_');

    private static final Served FILE = new Served(
            200,
            Map.of(
                    "Content-Type", "text/javascript;charset=UTF-8",
                    "Cache-Control", "public, max-age=86400",
                    "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
                    "Cross-Origin-Resource-Policy", "same-origin",
                    "X-Content-Type-Options", "nosniff"),
            BYTES);

    private CaptchaPage() {}

    /** The script, which is that of the worker, too. */
    static Served script() {
        return FILE;
    }

    /** The element, with its puzzle. */
    static String puzzle(String puzzle, String mark, String context, OptionalLong waitSeconds) {
        return element(mark, "challenge=\"" + escaped(puzzle) + "\"", context, waitSeconds);
    }

    /** The widget of a service, and the element that takes its answer; version 3 of reCAPTCHA has no widget, and is asked. */
    static String site(CaptchaSite site, CaptchaService terms, String mark, String context, OptionalLong waitSeconds) {
        String asked =
                "data-sitekey=\"" + escaped(terms.siteKey()) + "\" data-action=\"" + escaped(terms.action()) + "\"";
        boolean scores = terms.score().isPresent();
        String widget = scores
                ? ""
                : "<div class=\"" + site.widget() + "\" " + asked + " data-callback=\"ostiarySolved\"></div>\n";
        String script = site.script() + (scores ? "?render=" + terms.siteKey() : "");
        return widget
                + element(mark, "site" + (scores ? "=\"asked\" " + asked : ""), context, waitSeconds)
                + "<script src=\"" + escaped(script) + "\" id=\"ostiary-site\" defer></script>\n";
    }

    private static String element(String mark, String attributes, String context, OptionalLong waitSeconds) {
        String wait = waitSeconds.isPresent()
                ? " or wait for " + Durations.inWords(waitSeconds.getAsLong()) + " without another attempt"
                : "";
        return "<ostiary-puzzle for=\"" + mark + "\" " + attributes + "></ostiary-puzzle>\n"
                + "<noscript><p>This check needs JavaScript. Allow it and try again" + wait + ".</p></noscript>\n"
                + "<script src=\"" + escaped(context + OfferedChallenge.PLACE + SCRIPT + "?" + VERSION)
                + "\" integrity=\"" + INTEGRITY + "\" defer></script>\n";
    }

    /**
     * The policy of a page with such a part: scripts, workers and answers come from the page's own site, and what a service needs from
     * there.
     *
     * @param styles of the page
     * @param sources of a service; empty for a puzzle
     */
    static String policy(String styles, String sources) {
        String more = sources.isEmpty() ? "" : " " + sources;
        String frames = sources.isEmpty() ? "" : "; frame-src" + more;
        return "style-src " + styles + more + "; script-src 'self'" + more + "; worker-src 'self'; connect-src 'self'"
                + more + frames;
    }

    static Served json(String puzzle) {
        return new Served(
                200,
                Map.of(
                        "Content-Type", "application/json",
                        "Cache-Control", "no-store",
                        "X-Content-Type-Options", "nosniff"),
                puzzle.getBytes(StandardCharsets.UTF_8));
    }

    /** Leaves a cookie, and says nothing. */
    static Served passed(String cookie) {
        return new Served(204, Map.of("Set-Cookie", cookie, "Cache-Control", "no-store"), new byte[0]);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("\"", "&quot;")
                .replace("<", "&lt;")
                .replace("'", "&#39;");
    }

    private static byte[] read() {
        try (InputStream file = CaptchaPage.class.getResourceAsStream(SCRIPT)) {
            if (file == null) {
                throw new IllegalStateException(SCRIPT + " is not in this jar");
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest() {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-384").digest(BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-384", e);
        }
    }
}
