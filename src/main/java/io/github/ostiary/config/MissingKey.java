package io.github.ostiary.config;

/** The fate of a bean call without a request, when the rule's key finds no caller. */
enum MissingKey {
    /** It is denied. */
    REFUSE,
    /** It passes uncounted. */
    ALLOW
}
