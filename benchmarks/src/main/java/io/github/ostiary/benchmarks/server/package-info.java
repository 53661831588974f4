/** Whole servers, each in a JVM of its own, with and without a doorkeeper in front of the same servlet. */
package io.github.ostiary.benchmarks.server;
