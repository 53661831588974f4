package io.github.ostiary.servlet;

import io.github.ostiary.edge.Position;
import jakarta.servlet.ServletContext;

/** The positions in the filter chain at which a request has been decided. */
enum Progress {
    /** Before all filters of the application. */
    FIRST,
    /** Behind them only. */
    LAST,
    /** At both, or denied at either. */
    BOTH;

    private static final String ATTRIBUTE = "io.github.ostiary.decided:";

    /** The name by which a request knows it; another application that it is forwarded to has its own. */
    static String nameIn(ServletContext context) {
        return ATTRIBUTE + context.getContextPath();
    }

    boolean includes(Position position) {
        return this == BOTH || this == (position == Position.FIRST ? FIRST : LAST);
    }
}
