package io.github.ostiary;

/**
 * An attempt that was reserved before the application looks at the password, or a denial. Tell it once how it ended. Thread-safe.
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

    /** The password was right: not counted, and clears what the rule's {@code consecutive} says. Only the first of these calls counts. */
    void succeeded();

    /** The password was wrong: counted at the time it began. Only the first of these calls counts. */
    void failed();

    /** It came to nothing: not counted. Only the first of these calls counts. */
    void abandon();

    /** Ends the attempt. One that nothing has ended before has failed: a service that finds a wrong password often throws. */
    @Override
    void close();
}
