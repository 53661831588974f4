package io.github.ostiary.setup;

/** Where counters live. */
enum StoreKind {
    /** In this JVM. */
    LOCAL,
    /** In Redis, shared by all nodes. */
    REDIS
}
