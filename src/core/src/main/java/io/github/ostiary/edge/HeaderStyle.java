package io.github.ostiary.edge;

/**
 * The headers that tell a caller where it stands; {@code headers} in configuration.
 *
 * @hidden
 */
public enum HeaderStyle {
    /** {@code RateLimit-Policy} and {@code RateLimit}, the structured fields of draft-ietf-httpapi-ratelimit-headers-11. */
    DRAFT_11,
    /** {@code X-RateLimit-Limit}, {@code -Remaining} and {@code -Reset} (delta seconds). */
    X_RATELIMIT,
    /** No quota headers; {@code Retry-After} still comes with a denial. */
    NONE
}
