package io.github.ostiary;

import java.time.Duration;
import java.util.List;

/**
 * The rules in force, to be changed for a while without touching the file: the brake of an incident. With Redis every node
 * follows within a second, also one that starts later; without, this node alone. Counters are kept. Thread-safe.
 */
public interface Rules {

    /**
     * Puts a value in force in place of the configured one, until it ends by itself, is removed or replaced.
     *
     * @param key of a rule that there is, such as {@code limit.login.rate} or {@code block.crawlers.ip}, or {@code enforce}.
     *     What decides who is counted ({@code key}, {@code rate.by}, {@code distinct}, {@code algorithm}), {@code login},
     *     {@code position} and {@code challenge.verifier} stay as configured
     * @param value as in the file; nothing is expanded
     * @param duration for how long, 1 s to 30 days
     * @param reason why, at most 200 characters
     * @return what is in force now
     * @throws ConfigurationException if the configuration would deny it, with everything that is wrong; nothing has changed
     * @throws IllegalArgumentException if the key cannot be overridden, or duration or reason are out of bounds
     * @throws IllegalStateException if the store does not answer, and other nodes may follow it or not; or if there are 100
     *     others
     */
    RuleOverride override(String key, String value, Duration duration, String reason);

    /**
     * The values in force in place of configured ones.
     *
     * @return those that end first, first; as this node knows them
     */
    List<RuleOverride> overrides();

    /**
     * Puts the configured value back in force.
     *
     * @param key as it was overridden
     * @param reason why, at most 200 characters
     * @return whether it was overridden
     * @throws IllegalStateException if the store does not answer, and other nodes may follow it or not
     */
    boolean removeOverride(String key, String reason);
}
