/**
 * Composition root: from configuration to a running guard. The only room that knows all the others, and the one that
 * closes what it opened.
 */
@NullMarked
package io.github.ostiary.setup;

import org.jspecify.annotations.NullMarked;
