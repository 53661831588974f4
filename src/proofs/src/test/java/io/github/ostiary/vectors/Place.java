package io.github.ostiary.vectors;

/** Where the counters of a guard are when a vector runs. */
enum Place {
    /** In this JVM. */
    LOCAL,
    /** In Redis, which is asked every time: what this node remembers is too old to be used. */
    REDIS,
    /** In Redis, behind what this node remembers. */
    TWO_TIERS
}
