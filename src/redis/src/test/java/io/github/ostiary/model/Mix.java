package io.github.ostiary.model;

/** Mixes the figures of a state into one. */
final class Mix {

    private Mix() {}

    static long of(long hash, long value) {
        long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 32;
        mixed *= 0xD6E8FEB86659FD93L;
        return mixed ^ mixed >>> 29;
    }
}
