package io.github.ostiary;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * Quotas of a call that asked one limit only: headers are written more often than quotas are read, so its figures are passed
 * as they are, and the {@link Quota} is made when it is read. Immutable.
 *
 * @hidden
 */
public abstract class SoleQuota extends AbstractList<Quota> implements RandomAccess {

    /** Nothing yet. */
    protected SoleQuota() {}

    /**
     * A reader of the figures.
     *
     * @param <T> where it takes them
     * @hidden
     */
    public interface Reader<T> {

        /**
         * Takes the figures.
         *
         * @param to where to
         * @param policy as {@link Quota#policy()}
         * @param limit as {@link Quota#limit()}
         * @param windowMicros of the rate, µs
         * @param remaining as {@link Quota#remaining()}
         * @param resetMicros as {@link Quota#resetAfter()}, µs
         */
        void read(T to, String policy, long limit, long windowMicros, long remaining, long resetMicros);
    }

    /**
     * Tells the figures, once.
     *
     * @param reader who wants them
     * @param to where it takes them
     */
    public abstract <T> void tell(Reader<T> reader, T to);

    /**
     * The quota.
     *
     * @return equal ones, whenever it is asked
     */
    public abstract Quota quota();

    /**
     * The name callers know a rule's limit by.
     *
     * @param rule the name of the rule
     * @return {@link Quota#policy()}; the name itself if it is of another rule
     */
    public abstract String policyOf(String rule);

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
