/**
 * Configuration, from text to rules: sources, precedence, grammar, bounds, and every mistake at once, each with its
 * remedy. Opens nothing and runs nothing.
 */
@NullMarked
package io.github.ostiary.config;

import org.jspecify.annotations.NullMarked;
