/** How callers stand with rules, and why they were denied: for operators. */
@NullMarked
package io.github.ostiary.explain;

import org.jspecify.annotations.NullMarked;
