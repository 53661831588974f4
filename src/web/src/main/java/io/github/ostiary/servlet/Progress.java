package io.github.ostiary.servlet;

import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The course of a request through our filters: the rules it has met, and the paths at which it has met them. Used by one thread at a
 * time, as the request is.
 */
final class Progress extends MetRules {

    private static final String ATTRIBUTE = "io.github.ostiary.decided:";

    private @Nullable String first;
    private @Nullable String last;
    private boolean over;

    /** The name by which a request knows it; another application that it is forwarded to uses another name. */
    static String nameIn(ServletContext context) {
        return ATTRIBUTE + context.getContextPath();
    }

    /** The decisions on a request, as noted under a name; null if it bears nothing of ours. */
    static @Nullable Progress of(ServletRequest request, String name) {
        return request.getAttribute(name) instanceof Progress progress ? progress : null;
    }

    /** Whether the request has been decided at a position, on whatever path. */
    boolean includes(Position position) {
        return over || (position == Position.FIRST ? first : last) != null;
    }

    /**
     * Whether there is something to decide at a position; takes note that it is decided now. Not twice in a row on one
     * path: filters of ours may be several, and most dispatches lead back to where the request came from.
     */
    boolean begins(Position position, String path) {
        if (over || path.equals(position == Position.FIRST ? first : last)) {
            return false;
        }
        if (position == Position.FIRST) {
            first = path;
        } else {
            last = path;
        }
        return true;
    }

    /** The request was denied: what answers the denial is not decided any more. */
    void end() {
        over = true;
    }
}
