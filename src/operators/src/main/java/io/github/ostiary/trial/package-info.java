/**
 * Trials: what a rule that only reports would have denied, and how callers use what they limit; counted in bounded
 * space, shown as a report. Knows nothing of how decisions are made.
 */
@NullMarked
package io.github.ostiary.trial;

import org.jspecify.annotations.NullMarked;
