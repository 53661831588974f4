package io.github.ostiary.config;

/** Where counters live. */
public enum StoreKind {
    /** In this JVM. */
    LOCAL,
    /** In Redis, shared by all nodes. */
    REDIS
}
