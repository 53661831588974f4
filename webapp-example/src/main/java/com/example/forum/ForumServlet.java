package com.example.forum;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** What all pages share: no POST passes without its CSRF token, and a {@link Refusal} becomes an answer. */
abstract class ForumServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        try {
            if (request.getMethod().equals("POST")) {
                Csrf.check(request);
            }
            super.service(request, response);
        } catch (Refusal refusal) {
            refusal.send(request, response);
        }
    }

    /**
     * Whoever is signed in.
     *
     * @throws Refusal 401 if nobody is
     */
    static Member signedIn(HttpServletRequest request) {
        if (request.getUserPrincipal() instanceof Member member) {
            return member;
        }
        throw new Refusal(401, "Please sign in first.");
    }

    /**
     * A text field of a form.
     *
     * @return without blanks around it; empty if it was not sent
     * @throws Refusal 400 if it is longer than {@code max}
     */
    static String text(HttpServletRequest request, String name, int max) {
        String value = request.getParameter(name);
        String text = value == null ? "" : value.strip();
        if (text.length() > max) {
            throw new Refusal(400, "That is too long: at most " + max + " characters, please.");
        }
        return text;
    }

    /**
     * A number in an address or a form.
     *
     * @throws Refusal 404 if it is none
     */
    static long number(String text) {
        if (text != null && text.matches("\\d{1,18}")) {
            return Long.parseLong(text);
        }
        throw notFound();
    }

    /** A refusal for addresses that lead nowhere. */
    static Refusal notFound() {
        return new Refusal(404, "There is nothing here. It may have been here once.");
    }

    /** Answers with JSON that is not to be stored. */
    static void sendJson(HttpServletResponse response, Object value) throws IOException {
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        response.getWriter().write(Json.write(value));
    }
}
