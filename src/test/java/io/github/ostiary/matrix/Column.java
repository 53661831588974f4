package io.github.ostiary.matrix;

import java.util.Locale;

/** The columns of the matrix, in their order. */
enum Column {
    SERVER("server"),
    SERVLET("Servlet"),
    CDI("CDI"),
    JDK("JDK"),
    APPLICATIONS("run as"),
    FILTER("filter"),
    FORM("lockout by form"),
    JSON("by JSON"),
    BASIC("by BASIC of the container"),
    ASYNC("async"),
    PERMITS("permits"),
    BEAN("CDI bean"),
    EJB("EJB"),
    JAXRS("JAX-RS"),
    LOG("lines logged per denied call: bean, EJB, JAX-RS"),
    START("starts within, without the jar and with");

    private final String title;

    Column(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
