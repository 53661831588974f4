package io.github.ostiary;

import io.github.ostiary.store.Store;

/**
 * The source of time: one method, read once per decision and passed on as an argument.
 *
 * <p>Implementations must be thread-safe and cheap, and should not step backwards; a step back is survived, see {@link
 * Store}. With Redis the server's own clock decides and a custom time source is denied.
 *
 * <p>A single bean of this type, of Spring Boot's or CDI's, is the clock of its application's guard, so that a test can move it.
 */
@FunctionalInterface
public interface TimeSource {

    /**
     * The current time.
     *
     * @return microseconds since the Unix epoch, positive
     */
    long micros();

    /**
     * The clock of this machine: the epoch time of its first use, carried on by the monotonic clock, so that an
     * adjusted system clock neither mints nor burns permits.
     *
     * @return the shared instance
     */
    static TimeSource system() {
        return SystemTimeSource.INSTANCE;
    }
}
