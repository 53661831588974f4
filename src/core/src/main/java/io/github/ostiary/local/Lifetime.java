package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Expiry;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * The time that an entry lives after it is written, or also after it is read. Caffeine has its own since 3.2, and platforms
 * manage older ones.
 *
 * @param micros of an entry
 * @param renewedByReads whether its time begins afresh when it is read
 */
record Lifetime<K, V>(ToLongFunction<V> micros, boolean renewedByReads) implements Expiry<K, V> {

    @Override
    public long expireAfterCreate(K key, V value, long now) {
        return TimeUnit.MICROSECONDS.toNanos(micros.applyAsLong(value));
    }

    @Override
    public long expireAfterUpdate(K key, V value, long now, long left) {
        return expireAfterCreate(key, value, now);
    }

    @Override
    public long expireAfterRead(K key, V value, long now, long left) {
        return renewedByReads ? expireAfterCreate(key, value, now) : left;
    }
}
