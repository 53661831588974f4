package io.github.ostiary.matrix;

import java.util.Locale;

/** What the suite writes down of a server, in the order of the page. */
enum Column {
    /** As the server calls itself. */
    SERVER("server"),
    SERVLET("Servlet"),
    CDI("CDI"),
    JDK("JDK"),
    /** Which applications were tried. */
    APPLICATIONS("tried with"),
    FILTER("filter"),
    FORM("form"),
    JSON("JSON"),
    BASIC("BASIC"),
    /** The form of Jakarta Security. */
    JAKARTA_FORM("Jakarta Security's form"),
    /** A mechanism of the application's own. */
    MECHANISM("own mechanism"),
    ASYNC("async"),
    PERMITS("permits"),
    BEAN("bean"),
    EJB("EJB"),
    JAXRS("JAX-RS"),
    /** Lines the server writes for one denied call of a bean. */
    BEAN_LINES("log lines: bean"),
    /** The same of an EJB. */
    EJB_LINES("log lines: EJB"),
    /** The same of a resource. */
    JAXRS_LINES("log lines: JAX-RS"),
    /** Seconds and CPU seconds until an application without this jar answers. */
    START_WITHOUT("start without the jar"),
    /** The same with this jar in it. */
    START_WITH("with it");

    private final String title;

    Column(String title) {
        this.title = title;
    }

    /** The head of its column on the page. */
    String title() {
        return title;
    }

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
