/**
 * HTTP edge: lets requests through or answers them. {@link io.github.ostiary.servlet.RateLimitFilter} is the door,
 * {@link io.github.ostiary.servlet.OstiaryContext} the way to the application's guard; everything else serves them.
 */
@NullMarked
package io.github.ostiary.servlet;

import org.jspecify.annotations.NullMarked;
