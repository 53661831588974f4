package io.github.ostiary.rule;

/** The number of failures that begins a siege, and within which time. Immutable. */
public record SiegeThreshold(int failures, long windowMicros) {}
