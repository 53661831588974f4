/**
 * Figures on their way to whatever is there to show them: JMX, Micrometer, MicroProfile Metrics, OpenTelemetry. Each of
 * these is optional and has one class here that knows it.
 */
@NullMarked
package io.github.ostiary.metrics;

import org.jspecify.annotations.NullMarked;
