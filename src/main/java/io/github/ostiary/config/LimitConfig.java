package io.github.ostiary.config;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.rule.FailurePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A {@code limit.NAME} rule. Immutable.
 *
 * @param name the rule's
 * @param match which requests it is about
 * @param key who is counted; not parsed
 * @param perIp what is counted on the address besides
 * @param enforce false for a shadow rule; already false if the whole configuration does not enforce
 * @param onStoreFailure the rule's own or the global one
 * @param status of a denial, 400 to 599, if the rule states it
 * @param rate for callers without a plan; at least one, longest window first
 * @param plans rates chosen per caller
 * @param algorithm how it counts
 * @param shape what the algorithm is told besides the rates
 * @param minInterval between two admitted actions; zero for none
 * @param countDenied whether denied attempts count too
 * @param maxWait how long a call may be held until its slot; zero to deny it instead
 * @param cost permits a request is charged
 * @param costMissing permits, where the cost cannot be read from the request
 * @param onMissingKey of bean calls without anybody to count
 * @param revision reads it again with some figures replaced
 */
public record LimitConfig(
        String name,
        Match match,
        String key,
        PerIp perIp,
        boolean enforce,
        FailurePolicy onStoreFailure,
        OptionalInt status,
        List<Rate> rate,
        Optional<Plans> plans,
        Algorithm algorithm,
        TuningConfig shape,
        Duration minInterval,
        boolean countDenied,
        Duration maxWait,
        Cost cost,
        int costMissing,
        MissingKey onMissingKey,
        Revision revision) {

    /** Copies the list. */
    public LimitConfig {
        rate = List.copyOf(rate);
    }

    /** Reads a rule again with some figures replaced. */
    @FunctionalInterface
    interface Revision {

        LimitConfig with(Map<String, String> figures);
    }

    /**
     * The same with other figures, all else as it was stated.
     *
     * @param figures by key, without {@code limit.NAME.}
     * @throws IllegalArgumentException with the remedy, if a configuration with these figures would be rejected
     */
    LimitConfig with(Map<String, String> figures) {
        return revision.with(figures);
    }
}
