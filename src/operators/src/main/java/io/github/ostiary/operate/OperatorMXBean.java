package io.github.ostiary.operate;

/**
 * The operator API for tools that speak JMX, where {@code operators.jmx} is on: {@code
 * io.github.ostiary:type=Operators,application="/shop"}. Answers are lines of text, with identities in them. What cannot be done is
 * an {@link IllegalArgumentException} or {@link IllegalStateException}, whose message says why. Thread-safe.
 */
public interface OperatorMXBean {

    /**
     * Tells who is not let in.
     *
     * @param rule of a lockout
     * @return at most 1,000 lines
     */
    String[] locked(String rule);

    /**
     * Unlocks a caller.
     *
     * @param rule of a lockout
     * @param who a user name, an address, or an identity as listed
     * @param reason why, at most 200 characters; kept
     * @return a line for each key that was locked
     */
    String[] unlock(String rule, String who, String reason);

    /**
     * Locks a caller for a while.
     *
     * @param rule of a lockout whose key is a user name or an address
     * @param who a user name or an address
     * @param duration such as {@code 1h}
     * @param reason why, at most 200 characters; kept
     * @return a line
     */
    String[] lock(String rule, String who, String duration, String reason);

    /**
     * Shows the status of a caller with all rules that count user names or addresses.
     *
     * @param who a user name or an address
     * @return a line for each rule and counter
     */
    String[] explain(String who);

    /**
     * The same, with the rules, too, that count a name and an address together.
     *
     * @param who a user name
     * @param address where the caller of that name calls from
     * @return a line for each rule and counter
     */
    String[] explain(String who, String address);

    /**
     * Tells of a denial by the reference that its caller was given.
     *
     * @param reference eight characters, in any case
     * @return lines; none if it is no longer known
     */
    String[] reference(String reference);

    /**
     * Tells what is in force for a while in place of what is configured.
     *
     * @return a line each
     */
    String[] overrides();

    /**
     * Puts a value in force for a while.
     *
     * @param key in full, such as {@code limit.login.rate}
     * @param value as in the file
     * @param duration such as {@code 1h}
     * @param reason why, at most 200 characters; kept
     * @return a line
     */
    String[] override(String key, String value, String duration, String reason);

    /**
     * Puts the configured value back.
     *
     * @param key in full
     * @param reason why, at most 200 characters; kept
     * @return a line; none if it was not overridden
     */
    String[] restore(String key, String reason);

    /**
     * Tells what the nodes do that share the store.
     *
     * @param node one of them, by its name; empty for all
     * @return a line for each node, and one for each rule
     */
    String[] status(String node);

    /**
     * Tells what was done, the newest first.
     *
     * @param most how many lines, 1 to 10,000
     * @return a line each
     */
    String[] audit(int most);
}
