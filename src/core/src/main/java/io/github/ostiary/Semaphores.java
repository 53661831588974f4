package io.github.ostiary;

import java.time.Duration;

/**
 * One concurrency rule's permits, asked from Java. With {@code permits=1} a lock that a dead node loses. Thread-safe; shared with the
 * filter, with annotated beans and, with Redis, with every node.
 *
 * <p>If the store does not answer, the rule's {@code onStoreFailure} decides and {@link Decision#degraded()} is true.
 */
public interface Semaphores {

    /**
     * The rule's name.
     *
     * @return as in configuration
     */
    String rule();

    /**
     * Asks for a permit, without waiting for one.
     *
     * @param key the caller
     * @return granted or not; closed by the caller either way
     */
    Lease tryEnter(Key key);

    /**
     * Asks for a permit, and waits for one if need be.
     *
     * @param key the caller
     * @param maxWait not longer than this
     * @return granted or not; closed by the caller either way
     * @throws InterruptedException if the thread was interrupted; then it holds no permit
     */
    Lease enter(Key key, Duration maxWait) throws InterruptedException;
}
