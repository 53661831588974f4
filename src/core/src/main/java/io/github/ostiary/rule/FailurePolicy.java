package io.github.ostiary.rule;

/** The fate of a claim when the store does not answer. */
public enum FailurePolicy {
    /** This node's own limiter decides, with its share of the limit. */
    LOCAL,
    /** The charge passes uncounted. */
    ALLOW,
    /** The caller is denied, 503. */
    DENY
}
