/** All that is told what a guard decides: counts, listeners, notices, trials, advice, the audit trail. */
@NullMarked
package io.github.ostiary.watch;

import org.jspecify.annotations.NullMarked;
