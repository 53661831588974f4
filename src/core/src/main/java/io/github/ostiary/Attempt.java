package io.github.ostiary;

/**
 * An attempt that was reserved before the application looks at the password, or a denial. Say once how it ended. Thread-safe.
 */
public interface Attempt extends AutoCloseable {

    /**
     * Whether the password may be looked at.
     *
     * @return false if locked, challenged, blocked or busy
     */
    default boolean allowed() {
        return decision().allowed();
    }

    /**
     * The decision.
     *
     * @return the same each time
     */
    Decision decision();

    /** It was right: not counted, and clears what the rule's {@code consecutive} says. Only the first word counts. */
    void succeeded();

    /** It was wrong: counted at the time it began. Only the first word counts. */
    void failed();

    /** It came to nothing: not counted. Only the first word counts. */
    void abandon();

    /** Without a word before, the same as {@link #failed}: services signal wrong passwords by throwing. */
    @Override
    void close();
}
