package io.github.ostiary.config;

/** The places where counters can live. */
public enum StoreKind {
    /** In this JVM. */
    LOCAL,
    /** In Redis, shared by all nodes. */
    REDIS
}
