/**
 * State in Redis: one script call per decision, the server's clock, the batching of many threads' decisions, and the
 * classification of what can go wrong. The only room that uses Jedis; the scripts lie beside it.
 */
@NullMarked
package io.github.ostiary.redis;

import org.jspecify.annotations.NullMarked;
