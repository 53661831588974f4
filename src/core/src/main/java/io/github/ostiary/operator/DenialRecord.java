package io.github.ostiary.operator;

import io.github.ostiary.Decision;
import java.time.Instant;
import java.util.List;

/**
 * A denial that was answered, as it is kept for a while under the reference its caller was given. For operators: it holds
 * an identity and a path, which its text form does not show. Immutable.
 *
 * @param reference eight characters
 * @param when when it was
 * @param where where it was
 * @param rule the rule that denied
 * @param reason why
 * @param shared whether many callers have this reference: so many of one rule were denied at once that not each was noted
 * @param standings how the caller stood, by the newest denial of this reference: the rule that denied first. Some may be
 *     missing, if rules are many; all are, except the caller, if denials came faster than they could be written down
 */
public record DenialRecord(
        String reference,
        Span when,
        Scene where,
        String rule,
        Decision.Reason reason,
        boolean shared,
        List<KeyStatus> standings) {

    /** Copies the list. */
    public DenialRecord {
        standings = List.copyOf(standings);
    }

    /**
     * The time from the first denial of a reference to the newest. Immutable.
     *
     * @param first by the clock of the node that denied
     * @param last the newest
     * @param times how often the same rule has denied the same caller, about; as another node knows it, up to a minute old
     */
    public record Span(Instant first, Instant last, long times) {}

    /**
     * The scene of the newest denial. Immutable.
     *
     * @param node the name of the machine, if it has one, and the number of the process
     * @param method the request's; empty if unknown
     * @param path the request's, without its query, cut to 128 characters; empty if unknown
     */
    public record Scene(String node, String method, String path) {

        /** The node only: paths may name people. */
        @Override
        public String toString() {
            return node;
        }
    }
}
