/**
 * The types that users write, and nothing else: {@link io.github.ostiary.Guard}, {@link io.github.ostiary.RateLimiter},
 * {@link io.github.ostiary.Lockouts}, {@link io.github.ostiary.Semaphores}, {@link io.github.ostiary.Decision}, and
 * those that applications may implement. Knows no server, database or cache.
 */
@NullMarked
package io.github.ostiary;

import org.jspecify.annotations.NullMarked;
