package io.github.ostiary;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * Quotas of a call that asked one limit only, figure by figure: headers are written more often than quotas are read, so the
 * {@link Quota} is made when somebody reads it. Immutable.
 *
 * @hidden
 */
public abstract class SoleQuota extends AbstractList<Quota> implements RandomAccess {

    /** What is told of one limit. */
    protected SoleQuota() {}

    /**
     * The quota.
     *
     * @return equal ones, whenever it is asked
     */
    public abstract Quota quota();

    /**
     * The rule.
     *
     * @return as {@link Quota#rule()}
     */
    public abstract String rule();

    /**
     * The name callers know it by.
     *
     * @return as {@link Quota#policy()}
     */
    public abstract String policy();

    /**
     * The window of its rate.
     *
     * @return µs, as {@link Rate#windowMicros()}
     */
    public abstract long windowMicros();

    /**
     * The permits there are at most.
     *
     * @return as {@link Quota#limit()}
     */
    public abstract long limit();

    /**
     * The permits left.
     *
     * @return as {@link Quota#remaining()}
     */
    public abstract long remaining();

    /**
     * When the limit is wholly free again.
     *
     * @return µs, as {@link Quota#resetAfter()}
     */
    public abstract long resetMicros();

    @Override
    public final Quota get(int index) {
        if (index != 0) {
            throw new IndexOutOfBoundsException(index);
        }
        return quota();
    }

    @Override
    public final int size() {
        return 1;
    }
}
