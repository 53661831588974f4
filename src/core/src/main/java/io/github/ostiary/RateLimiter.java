package io.github.ostiary;

import java.time.Duration;
import java.util.Map;

/**
 * One rule's limits, asked from Java. Thread-safe. Shares its counters with the filter, with annotated beans and, with
 * Redis, with every node.
 *
 * <p>No method but {@link #acquire} waits for a permit; each other makes at most one store call within {@code
 * redis.timeout}. If the store does not answer, the rule's {@code onStoreFailure} decides and {@link Decision#degraded()} is true.
 */
public interface RateLimiter {

    /**
     * The rule's name.
     *
     * @return as in configuration
     */
    String rule();

    /**
     * Asks for one permit. A denied attempt spends nothing, unless the rule says {@code countDenied}.
     *
     * @param key the caller
     * @return the decision
     */
    default Decision tryAcquire(Key key) {
        return tryAcquire(key, 1);
    }

    /**
     * Asks for several permits, all or none.
     *
     * @param key the caller
     * @param permits 1 to 1,000,000; more than the limit is denied as {@link Decision#permanent()}
     * @return the decision
     * @throws IllegalArgumentException if permits is out of bounds
     */
    Decision tryAcquire(Key key, long permits);

    /**
     * Asks for permits and waits for them if need be. Buckets that refill smoothly hand out slots in the order of the
     * calls; with other algorithms the first to ask gets permits that are free.
     *
     * <p>A call that waits notices room that is made before its time: at once after {@link #reset}, {@link #credit}, {@link
     * #updateRate} or a reload on this node, within about 1 s after a change on another. A slot that was taken never comes
     * later than promised. A raised rate brings it forward in proportion: 10 s ahead at {@code 1/1s} are 1 s ahead at {@code
     * 10/1s}, in the same order. After a reset all calls that wait for slots go on at once, since what they took is forgotten
     * too; after a credit none waits longer than a new call would.
     *
     * @param key the caller
     * @param permits 1 to 1,000,000
     * @param maxWait not longer than this, at most a day; who would have to wait longer is denied at once and takes no
     *     slot, as is everybody while {@code maxWaiting} calls are held on this node
     * @return the decision
     * @throws InterruptedException if the thread was interrupted; then it has taken no slot
     * @throws IllegalArgumentException if permits or maxWait is out of bounds
     */
    Decision acquire(Key key, long permits, Duration maxWait) throws InterruptedException;

    /**
     * Asks for permits before it is known what a call costs: all or none, at once. One store call, and one when it is settled.
     * If this JVM ends before that, what was reserved stays charged.
     *
     * @param key the caller
     * @param estimate 1 to 1,000,000; more than the limit is denied as {@link Decision#permanent()}
     * @return to be settled or closed
     * @throws IllegalArgumentException if the estimate is out of bounds
     */
    Reservation reserve(Key key, long estimate);

    /**
     * Returns what {@link #tryAcquire(Key)} would, and spends nothing.
     *
     * @param key the caller
     * @return the decision; its {@code remaining} is what is left now
     */
    Decision peek(Key key);

    /**
     * Charges permits after the fact, whether there is room or not: what an action turned out to cost. A bucket may go
     * below zero, by one burst at most, and denies until that is paid back at its rate; the windows deny until what is
     * too much has left them. The debt is one whole limit at most, and a sliding log
     * holds no more than 1,000,000 permits. With {@code minInterval} it counts as an
     * action. If the store does not answer, this node's own limiter is charged.
     *
     * @param key the caller
     * @param permits 1 to 1,000,000
     * @return what {@link #peek} says next: {@link Decision#allowed()} tells whether one more permit would pass
     * @throws IllegalArgumentException if permits is out of bounds
     */
    Decision charge(Key key, long permits);

    /**
     * Forgets what the key has used, whatever its plan; every node lets it in within 1 s. What callers may do by address
     * ({@code perIp}) stays as it is.
     *
     * @param key the caller
     * @throws IllegalStateException if Redis does not answer. What this node decides by itself meanwhile was reset; Redis may
     *     have reset its counter or not. Repeat it when Redis answers
     */
    void reset(Key key);

    /**
     * Replaces the rule's rate, on this node and until it ends; what was used stays used. A raised or a lowered rate takes effect at once, a shorter window drops what is older. Rates of plans stay as configured, and so do burst
     * and precision, which must still get along with the new one. A plan that counted in the same window as the default
     * and no longer does gets another counter, which starts empty.
     *
     * @param rate as in configuration: {@code 10/1m}, or several, {@code 10/1s, 100/1m}
     * @throws IllegalArgumentException if configuration would deny it; the rate stays as it was
     */
    void updateRate(String rate);

    /**
     * Replaces figures of the rule, as {@link #updateRate} does: {@code rate}, {@code burst}, {@code precision}, {@code
     * minInterval}. Together where one alone would not get along with the others. A window or precision that changes keeps
     * what was used; a sliding-window that cannot say in which of its new counters, counts it in the newest.
     *
     * @param figures by their keys in configuration, such as {@code precision}
     * @throws IllegalArgumentException if configuration would deny them; all stays as it was
     */
    void update(Map<String, String> figures);

    /**
     * Gives permits back, oldest first, to the counters of all plans; what was never taken is not given.
     *
     * @param key the caller
     * @param permits 1 to 1,000,000
     * @throws IllegalArgumentException if permits is out of bounds
     * @throws IllegalStateException if Redis does not answer; it may have given them back or not, and nothing has changed on
     *     this node
     */
    void credit(Key key, long permits);
}
