/**
 * Vocabulary and contracts: what a rate, a key and a decision are, and what a guard, a store and a caller promise.
 *
 * <p>Nothing here knows a server, a database or a cache. The types of the first group are for applications ({@link
 * io.github.ostiary.Guard}, {@link io.github.ostiary.RateLimiter}, {@link io.github.ostiary.Decision}, …); those of the
 * second ({@link io.github.ostiary.Store}, {@link io.github.ostiary.Front}, {@link io.github.ostiary.Limit}, {@link
 * io.github.ostiary.Charge}, {@link io.github.ostiary.Verdict}) are spoken between the rooms of this jar.
 */
@NullMarked
package io.github.ostiary;

import org.jspecify.annotations.NullMarked;
