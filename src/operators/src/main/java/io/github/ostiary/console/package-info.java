/**
 * The console: pages, and the same as JSON, for people who look after a guard. A servlet that nothing is asked of by
 * requests elsewhere; it asks the guard what every operator's tool asks.
 */
@NullMarked
package io.github.ostiary.console;

import org.jspecify.annotations.NullMarked;
