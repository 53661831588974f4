package io.github.ostiary.servlet;

import io.github.ostiary.text.Log;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

/**
 * The session a caller came with, to be seen again under another id. One that has ended and another in its place are not
 * that: applications do so for denied callers, too. Nor is one that another request of the caller's renewed meanwhile:
 * the new id must be in this one's answer, where sessions go by cookies.
 */
final class SessionRenewal {

    private static final System.Logger LOG = Log.of(SessionRenewal.class);

    private final HttpServletRequest request;
    private final HttpSession session;
    private final String id;

    private SessionRenewal(HttpServletRequest request, HttpSession session) {
        this.request = request;
        this.session = session;
        this.id = session.getId();
    }

    /** Null if the caller has none, or it cannot be known. */
    static @Nullable SessionRenewal of(HttpServletRequest request) {
        try {
            HttpSession session = request.getSession(false);
            return session == null ? null : new SessionRenewal(request, session);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A session cannot be read; it will not show as renewed", e);
            return null;
        }
    }

    boolean shows(HttpServletResponse response) {
        try {
            HttpSession now = request.getSession(false);
            return now != null
                    && !now.getId().equals(id)
                    && session.getId().equals(now.getId())
                    && announces(response, now.getId());
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A session cannot be read; it does not show as renewed", e);
            return false;
        }
    }

    /** Servers append to the id in a cookie which node it is of. */
    private boolean announces(HttpServletResponse response, String newId) {
        if (!request.getServletContext().getEffectiveSessionTrackingModes().contains(SessionTrackingMode.COOKIE)) {
            return true;
        }
        for (String line : response.getHeaders("Set-Cookie")) {
            int end = line.indexOf(';');
            if ((end < 0 ? line : line.substring(0, end)).contains("=" + newId)) {
                return true;
            }
        }
        return false;
    }
}
