/**
 * The decision: which rules match, in which order they are asked, the two tiers, and what happens when a store fails.
 * Knows stores and keys by their contracts only.
 */
@NullMarked
package io.github.ostiary.engine;

import org.jspecify.annotations.NullMarked;
