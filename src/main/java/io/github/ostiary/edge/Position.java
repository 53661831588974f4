package io.github.ostiary.edge;

/** Where in the filter chain a rule is decided. */
public enum Position {
    /** Before every other filter: cheapest, but blind to what the application's own filters authenticate. */
    FIRST,
    /** After the filters of {@code web.xml}: sees the principal they established. */
    LAST
}
