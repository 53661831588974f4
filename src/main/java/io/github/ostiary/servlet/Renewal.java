package io.github.ostiary.servlet;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

/**
 * The session a caller came with, to be seen again under another id. One that has ended and another in its place are not
 * that: applications do so to whom they refuse, too.
 */
final class Renewal {

    private static final System.Logger LOG = System.getLogger(Renewal.class.getName());

    private final HttpServletRequest request;
    private final HttpSession session;
    private final String id;

    private Renewal(HttpServletRequest request, HttpSession session) {
        this.request = request;
        this.session = session;
        this.id = session.getId();
    }

    /** Null if the caller has none, or nobody can tell. */
    static @Nullable Renewal of(HttpServletRequest request) {
        try {
            HttpSession session = request.getSession(false);
            return session == null ? null : new Renewal(request, session);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A session cannot be read; it will not show as renewed", e);
            return null;
        }
    }

    boolean shows() {
        try {
            HttpSession now = request.getSession(false);
            return now != null && !now.getId().equals(id) && session.getId().equals(now.getId());
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A session cannot be read; it does not show as renewed", e);
            return false;
        }
    }
}
