/**
 * State in this JVM, held by Caffeine: the local store, complete in itself, and the caches that stand in front of a
 * remote one. The only room that uses Caffeine; knows nothing of Redis.
 */
@NullMarked
package io.github.ostiary.local;

import org.jspecify.annotations.NullMarked;
