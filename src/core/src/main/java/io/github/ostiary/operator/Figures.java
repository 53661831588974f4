package io.github.ostiary.operator;

import io.github.ostiary.Decision.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures of what a guard has done since it started, on one node, or on several together. Immutable; no figure is about a caller, and there are never more than
 * rules and reasons. Figures of one snapshot are read one after the other while calls go on.
 *
 * @param complete false if only denials, locks and unlocks are counted, since neither {@code metrics} nor anything else
 *     asks for more: then what was allowed, attempts, waits, and of the store all but what is unreachable is 0
 * @param rules in the order of their names; {@code allow} rules have no figures
 * @param store of the store that nodes share; empty if counters are kept in this JVM
 * @param waiting of calls that are held
 * @param countersHeld how many counters this JVM keeps; not exact
 * @param listenerDrops events that no listener got, since they came too fast
 * @param planFailures how often a resolver of plans failed
 */
public record Figures(
        boolean complete,
        List<RuleFigures> rules,
        Optional<StoreFigures> store,
        WaitFigures waiting,
        long countersHeld,
        long listenerDrops,
        long planFailures) {

    /** Copies the list. */
    public Figures {
        rules = List.copyOf(rules);
    }

    /**
     * The figures of one rule.
     *
     * @param rule as configuration names it, such as {@code limit.browse}
     * @param allowed calls it let pass that were let in; a call that several rules are about counts at each of them
     * @param denied calls it denied, by reason, each reason that ever was; a call that several rules deny counts at the one
     *     that the caller is shown
     * @param shadowed calls that were let in and that it would have denied, had it been enforced
     * @param lockout of a lockout
     * @param lastMinute by five seconds
     * @param lastHour by minutes
     */
    public record RuleFigures(
            String rule,
            long allowed,
            Map<Reason, Long> denied,
            long shadowed,
            Optional<LockoutFigures> lockout,
            Recent lastMinute,
            Recent lastHour) {

        /** Copies the map. */
        public RuleFigures {
            denied = Map.copyOf(denied);
        }

        /**
         * Whether it has decided anything on this node since the application started.
         *
         * @return false if no call has met it: its paths, methods or conditions may be those of no request
         */
        public boolean met() {
            return allowed > 0 || shadowed > 0 || !denied.isEmpty();
        }

        /**
         * Calls it denied.
         *
         * @return for whatever reason
         */
        public long deniedInAll() {
            long all = 0;
            for (long each : denied.values()) {
                all += each;
            }
            return all;
        }
    }

    /**
     * The figures that only lockouts have.
     *
     * @param attempts how they ended; counted if complete
     * @param answers to challenges, how they ended; counted if complete
     * @param events how often each occurred
     * @param siege whether a siege goes on; empty for a lockout that meets none
     */
    public record LockoutFigures(
            Attempts attempts, Attempts answers, Map<LockoutEvent, Long> events, Optional<Boolean> siege) {

        /** Copies the map. */
        public LockoutFigures {
            events = Map.copyOf(events);
        }

        /**
         * Returns how often an event occurred.
         *
         * @param event any
         * @return 0 or more
         */
        public long count(LockoutEvent event) {
            return events.getOrDefault(event, 0L);
        }
    }

    /**
     * Ends of attempts.
     *
     * @param failed wrong
     * @param succeeded right
     * @param abandoned neither
     */
    public record Attempts(long failed, long succeeded, long abandoned) {}

    /**
     * A time that has just passed, in equal parts.
     *
     * @param part how long each takes
     * @param parts the oldest first; the last one goes on
     */
    public record Recent(Duration part, List<Slice> parts) {

        /** Copies the list. */
        public Recent {
            parts = List.copyOf(parts);
        }

        /**
         * Calls let in.
         *
         * @return of all parts
         */
        public long allowed() {
            return parts.stream().mapToLong(Slice::allowed).sum();
        }

        /**
         * Calls denied.
         *
         * @return of all parts
         */
        public long denied() {
            return parts.stream().mapToLong(Slice::denied).sum();
        }
    }

    /**
     * A part of a time.
     *
     * @param allowed calls let in
     * @param denied calls denied
     */
    public record Slice(long allowed, long denied) {}

    /**
     * The figures of the store that nodes share.
     *
     * @param unreachable how many of its servers are not asked now, since they did not answer
     * @param counted how often each of its figures was counted
     * @param failures calls that failed, which are among all calls
     * @param calls by how long they took, seconds
     * @param batches the same calls, by how many were asked for in them
     */
    public record StoreFigures(
            int unreachable, Map<StoreFigure, Long> counted, long failures, Distribution calls, Distribution batches) {

        /** Copies the map. */
        public StoreFigures {
            counted = Map.copyOf(counted);
        }

        /**
         * How often a figure was counted.
         *
         * @param figure any
         * @return 0 or more
         */
        public long count(StoreFigure figure) {
            return counted.getOrDefault(figure, 0L);
        }

        /**
         * Whether failure policies decide, at least for some callers.
         *
         * @return true if a server is not asked
         */
        public boolean degraded() {
            return unreachable > 0;
        }
    }

    /**
     * The figures of calls that are held until their turn comes.
     *
     * @param now how many wait
     * @param room how many may
     * @param times how long they waited, seconds; counted if complete
     */
    public record WaitFigures(int now, int room, Distribution times) {}

    /**
     * The spread of figures.
     *
     * @param bounds ascending
     * @param counts of the figures that exceed no bound before and not this one; one more than bounds, for those beyond all
     * @param sum all figures together
     */
    public record Distribution(List<Double> bounds, List<Long> counts, double sum) {

        /** Copies the lists. */
        public Distribution {
            bounds = List.copyOf(bounds);
            counts = List.copyOf(counts);
        }

        /**
         * The bound that so many of all figures do not exceed.
         *
         * @param share such as 0.99
         * @return empty if there are no figures, or too many exceed all bounds
         */
        public OptionalDouble within(double share) {
            long all = count();
            long seen = 0;
            for (int i = 0; i < bounds.size() && i < counts.size(); i++) {
                seen += counts.get(i);
                if (all > 0 && seen >= share * all) {
                    return OptionalDouble.of(bounds.get(i));
                }
            }
            return OptionalDouble.empty();
        }

        /**
         * How many figures there are.
         *
         * @return all of them
         */
        public long count() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }
}
