/** The books of operators: overrides, the audit trail, the fleet, trials, and the operator API that reads and writes them. */
@NullMarked
package io.github.ostiary.book;

import org.jspecify.annotations.NullMarked;
