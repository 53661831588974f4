package io.github.ostiary.algorithm;

/**
 * A settled failure.
 *
 * @param time when the attempt began, µs
 * @param seq how many were settled before it, plus one
 * @param value what {@code distinct} compares
 * @param spelling the number of how the name was written, see {@link Spellings}
 */
record Failure(long time, long seq, String value, long spelling) {}
