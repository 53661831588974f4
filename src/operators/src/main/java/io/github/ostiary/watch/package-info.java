/** What operators are told of a guard's decisions: counts, trials, advice, the audit trail. */
@NullMarked
package io.github.ostiary.watch;

import org.jspecify.annotations.NullMarked;
