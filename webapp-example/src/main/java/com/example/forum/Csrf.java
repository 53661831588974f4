package com.example.forum;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** A secret per session that every form sends along: other sites can post to this one, but cannot know it. */
final class Csrf {

    private static final String ATTRIBUTE = Csrf.class.getName();
    private static final String PARAMETER = "csrf";
    private static final SecureRandom RANDOM = new SecureRandom();

    private Csrf() {}

    /** The hidden field a form needs; starts a session where there is none. */
    static Html field(HttpServletRequest request) {
        HttpSession session = request.getSession();
        Object token = session.getAttribute(ATTRIBUTE);
        if (token == null) {
            token = newToken();
            session.setAttribute(ATTRIBUTE, token);
        }
        return Html.html("<input type=\"hidden\" name=\"csrf\" value=\"{}\">", token);
    }

    /**
     * Checks what a form sent.
     *
     * @throws Refusal 403 if the token is not the session's; 413 if the form is too large to be read
     */
    static void check(HttpServletRequest request) throws IOException, ServletException {
        readParts(request);
        HttpSession session = request.getSession(false);
        String sent = request.getParameter(PARAMETER);
        if (session == null
                || sent == null
                || !(session.getAttribute(ATTRIBUTE) instanceof String expected)
                || !MessageDigest.isEqual(
                        expected.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8))) {
            throw new Refusal(403, "This form has gone stale. Go back, reload the page and send it again.");
        }
    }

    /** Forgets the token, so that one seen before signing in is worth nothing after it. */
    static void renew(HttpSession session) {
        session.setAttribute(ATTRIBUTE, newToken());
    }

    private static void readParts(HttpServletRequest request) throws IOException, ServletException {
        String type = request.getContentType();
        if (type != null && type.startsWith("multipart/form-data")) {
            try {
                request.getParts();
            } catch (IllegalStateException tooLarge) {
                throw new Refusal(413, "That file is larger than one megabyte.");
            }
        }
    }

    private static String newToken() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
