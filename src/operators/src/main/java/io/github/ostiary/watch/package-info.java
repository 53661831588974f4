/** The watchers of a guard's decisions, for operators: counts, trials, advice, the audit trail. */
@NullMarked
package io.github.ostiary.watch;

import org.jspecify.annotations.NullMarked;
