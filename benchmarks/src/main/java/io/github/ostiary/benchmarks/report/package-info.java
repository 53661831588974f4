/** Runs everything, and writes what was measured into the README. */
package io.github.ostiary.benchmarks.report;
