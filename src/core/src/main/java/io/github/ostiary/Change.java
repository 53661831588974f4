package io.github.ostiary;

import java.time.Instant;

/**
 * A change that a person made: who, when and why. Immutable. All texts are lines without control characters, cut to 100, the
 * reason to 200 characters; a page that shows them must escape them.
 *
 * @param by a user's name as the application knows it, {@code java} where no request had one, or {@code a step} of a lockout
 * @param from where from, such as {@code console 10.0.0.7} or {@code java}; may be empty
 * @param reason why; may be empty
 * @param at when, by the clock of the node where it was done
 */
public record Change(String by, String from, String reason, Instant at) {}
