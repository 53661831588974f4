package io.github.ostiary.config;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * An {@code allow.NAME} or {@code block.NAME} rule. Immutable. All its conditions must hold: address, principal and
 * {@code when}; at least one is there.
 *
 * @param kind what it does
 * @param name the rule's
 * @param match which requests it is about; the path is never empty
 * @param ip addresses and networks, not parsed; empty for any
 * @param principals names, not canonical; empty for any
 * @param bypass which rules an allow rule waives: {@code limit}, {@code concurrency}, {@code lockout}
 * @param enforce false for a shadow rule; always true for an allow rule, which denies nobody
 * @param status of a block rule's denial, 400 to 599, if it states it
 */
public record AccessConfig(
        AccessKind kind,
        String name,
        Match match,
        List<String> ip,
        List<String> principals,
        Set<String> bypass,
        boolean enforce,
        OptionalInt status) {

    /** What the rule does. */
    public enum AccessKind {
        /** Waives other rules. */
        ALLOW,
        /** Denies. */
        BLOCK
    }

    /** Copies the collections. */
    public AccessConfig {
        ip = List.copyOf(ip);
        principals = List.copyOf(principals);
        bypass = Set.copyOf(bypass);
    }
}
