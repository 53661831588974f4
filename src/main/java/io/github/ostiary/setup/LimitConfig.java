package io.github.ostiary.setup;

import io.github.ostiary.Algorithm;
import io.github.ostiary.FailurePolicy;
import io.github.ostiary.Rate;
import java.time.Duration;
import java.util.List;
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
 * @param status of a refusal, 400 to 599, if the rule states it
 * @param rate for callers without a plan; at least one, longest window first
 * @param plans rates chosen per caller
 * @param algorithm how it counts
 * @param shape what the algorithm is told besides the rates
 * @param minInterval between two admitted actions; zero for none
 * @param countDenied whether refused attempts count too
 * @param maxWait how long a call may be held until its slot; zero to refuse it instead
 * @param cost permits a request is charged
 * @param costMissing permits, where the cost cannot be read from the request
 * @param onMissingKey of bean calls without anybody to count
 */
record LimitConfig(
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
        Shape shape,
        Duration minInterval,
        boolean countDenied,
        Duration maxWait,
        Cost cost,
        int costMissing,
        MissingKey onMissingKey) {

    /** Copies the list. */
    LimitConfig {
        rate = List.copyOf(rate);
    }

    /**
     * The same with another rate for callers without a plan.
     *
     * @throws IllegalArgumentException with the remedy, if a configuration with this rate would be refused
     */
    LimitConfig withRate(String text) {
        List<Rate> rates = Rate.parseAll(text);
        if (shape.burst().isPresent() && rates.size() > 1) {
            throw new IllegalArgumentException("limit." + name + ".burst is of one rate; give one");
        }
        if (!maxWait.isZero() && rates.size() > 1) {
            throw new IllegalArgumentException("limit." + name + ".wait hands out the slots of one rate; give one");
        }
        for (Rate each : rates) {
            long capacity = shape.tuning(algorithm, each).burst();
            if (cost instanceof Cost.Fixed fixed && fixed.permits() > capacity) {
                throw new IllegalArgumentException("limit." + name + ".cost=" + fixed.permits() + " is more than "
                        + each + " ever admits; raise the rate");
            }
        }
        return new LimitConfig(
                name,
                match,
                key,
                perIp,
                enforce,
                onStoreFailure,
                status,
                rates,
                plans,
                algorithm,
                shape,
                minInterval,
                countDenied,
                maxWait,
                cost,
                costMissing,
                onMissingKey);
    }
}
