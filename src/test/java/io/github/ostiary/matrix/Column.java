package io.github.ostiary.matrix;

import java.util.Locale;

/** What the suite writes down of a server, in the order of the page. */
enum Column {
    /** As the server calls itself. */
    SERVER,
    SERVLET,
    CDI,
    JDK,
    /** Which applications were tried. */
    APPLICATIONS,
    FILTER,
    FORM,
    JSON,
    BASIC,
    /** The form of Jakarta Security. */
    JAKARTA_FORM,
    /** A mechanism of the application's own. */
    MECHANISM,
    ASYNC,
    PERMITS,
    BEAN,
    EJB,
    JAXRS,
    /** Lines the server writes for one denied call of a bean. */
    BEAN_LINES,
    /** The same of an EJB. */
    EJB_LINES,
    /** The same of a resource. */
    JAXRS_LINES,
    /** Seconds and CPU seconds until an application without this jar answers. */
    START_WITHOUT,
    /** The same with this jar in it. */
    START_WITH;

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
