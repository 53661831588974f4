package io.github.ostiary.algorithm;

/**
 * A reservation not settled.
 *
 * @param id what settling names
 * @param begin when it was made, µs
 * @param challenge whether it is for a challenge
 * @param value what {@code distinct} compares
 * @param network where from
 */
record Held(String id, long begin, boolean challenge, String value, String network) {}
