/**
 * The bean edge: {@link io.github.ostiary.RateLimit} on a method or class, the interceptor it triggers, and
 * the extension that makes both known to CDI without an entry in {@code beans.xml}.
 *
 * <p>Knows no servlet: the request a bean is called from, if there is one, comes from the root's {@link
 * io.github.ostiary.CallContext}. Nothing outside this room refers to it, so that the jar works where CDI is absent.
 */
@NullMarked
package io.github.ostiary.interceptor;

import org.jspecify.annotations.NullMarked;
