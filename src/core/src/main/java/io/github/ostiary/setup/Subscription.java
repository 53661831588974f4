package io.github.ostiary.setup;

/**
 * Something registered until it is closed.
 *
 * @hidden
 */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

    @Override
    void close();
}
