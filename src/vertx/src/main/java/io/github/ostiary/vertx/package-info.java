/**
 * The edge of Vert.x Web, and so of Quarkus: {@link io.github.ostiary.vertx.VertxRoutes} stands before all routes. Nothing
 * refers to it, so that the jar works where Vert.x is absent.
 */
@NullMarked
package io.github.ostiary.vertx;

import org.jspecify.annotations.NullMarked;
