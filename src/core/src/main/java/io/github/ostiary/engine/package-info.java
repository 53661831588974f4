/**
 * The order of a decision: block, allow, keys, lockouts, limits and concurrency, challenge, wait, and what happens when the
 * call ends; and the same asked from Java. Knows tiers and rules, no configuration and no server.
 */
@NullMarked
package io.github.ostiary.engine;

import org.jspecify.annotations.NullMarked;
