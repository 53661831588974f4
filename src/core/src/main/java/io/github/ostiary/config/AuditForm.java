package io.github.ostiary.config;

/** The forms of the audit log. */
public enum AuditForm {
    /** Lines for people. */
    TEXT,
    /** Lines of JSON. */
    JSON,
    /** Records of the logs of OpenTelemetry. */
    OPENTELEMETRY
}
