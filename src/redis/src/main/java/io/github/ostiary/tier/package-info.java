/**
 * The place where a decision is made: the near tier in this JVM, the shared store behind it, the breaker between them, and the
 * stand-in for when the store does not answer. Knows stores by their contract only.
 */
@NullMarked
package io.github.ostiary.tier;

import org.jspecify.annotations.NullMarked;
