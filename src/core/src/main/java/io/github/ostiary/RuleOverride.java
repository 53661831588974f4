package io.github.ostiary;

import java.time.Instant;
import java.util.Optional;

/**
 * A value that is in force for a while in place of the configured one. Immutable.
 *
 * @param key in full, such as {@code limit.login.rate}
 * @param value as in the file
 * @param change who made it, when and why
 * @param until when it ends by itself
 * @param onAllNodes whether it applies on all nodes; otherwise on this one alone
 * @param problem why this node does not apply it; empty if it does
 */
public record RuleOverride(
        String key, String value, Change change, Instant until, boolean onAllNodes, Optional<String> problem) {}
