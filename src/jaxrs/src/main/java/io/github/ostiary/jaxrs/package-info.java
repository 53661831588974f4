/**
 * The JAX-RS edge: resources give a denied caller the answer that the filter gives, and nothing has to be registered.
 *
 * <p>Stands behind the filter, whose answers it hands on; nothing refers to it, so that the jar works where JAX-RS is
 * absent.
 */
@NullMarked
package io.github.ostiary.jaxrs;

import org.jspecify.annotations.NullMarked;
