/** A network between a benchmark and its Redis: a proxy in a process of its own that delays what passes. */
package io.github.ostiary.benchmarks.network;
