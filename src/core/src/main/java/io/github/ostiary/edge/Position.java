package io.github.ostiary.edge;

/** The places in the filter chain at which rules are decided. */
public enum Position {
    /** Before every other filter: cheapest, but blind to what the application's own filters authenticate. */
    FIRST,
    /** After the filters of {@code web.xml}: sees the principal they established. */
    LAST
}
