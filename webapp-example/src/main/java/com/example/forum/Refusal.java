package com.example.forum;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/** The forum's own "no": wrong input, not signed in, no such thread. Nothing to do with rate limits. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * A refusal.
     *
     * @param status 400 to 499, or 503
     * @param message for the visitor, plain text
     */
    Refusal(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    /** Whether a script asks, which wants problem+json; a browser wants a page. */
    static boolean asksScript(HttpServletRequest request) {
        String accept = request.getHeader("Accept");
        return accept != null && accept.contains("application/problem+json");
    }

    /** Sends it: to scripts as {@code application/problem+json} (RFC 9457), to browsers by way of the error page. */
    void send(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (asksScript(request)) {
            response.setStatus(status);
            response.setContentType("application/problem+json");
            response.getWriter()
                    .write(Json.write(Map.of("title", "Not possible", "status", status, "detail", getMessage())));
        } else {
            response.sendError(status, getMessage());
        }
    }
}
