/** Runs everything, and writes what was measured into RESULTS.md. */
package io.github.ostiary.benchmarks.report;
