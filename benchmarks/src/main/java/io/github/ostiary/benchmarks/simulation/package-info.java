/** A fleet in one thread: the product's own near tiers and counters by a clock that is set, in place of nodes and Redis. */
package io.github.ostiary.benchmarks.simulation;
