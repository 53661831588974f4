package io.github.ostiary.config;

/** The ways by which figures leave the guard. */
public enum MetricsKind {
    /** MBeans of the JVM. */
    JMX,
    /** Meters of Micrometer. */
    MICROMETER,
    /** The application's registry of MicroProfile Metrics. */
    MICROPROFILE,
    /** Attributes of the current span. */
    OPENTELEMETRY
}
