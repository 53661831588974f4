package io.github.ostiary.fleet;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Finds the shortest plan that still breaks the same rule, by leaving out ever smaller parts. */
final class Shrinker {

    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final long seed;
    private final String rule;
    private final Function<TimeSource, Store> counters;
    private final long until = System.nanoTime() + MOST_NANOS;

    private Shrinker(long seed, String rule, Function<TimeSource, Store> counters) {
        this.seed = seed;
        this.rule = rule;
        this.counters = counters;
    }

    /** The rule that a violation names. */
    static String rule(String violation) {
        return violation.replaceFirst("[,:(].*", "").strip();
    }

    /** The fewest steps that were found in a minute. */
    static List<Step> shrink(long seed, List<Step> steps, String violation, Function<TimeSource, Store> counters) {
        return new Shrinker(seed, rule(violation), counters).shrink(steps);
    }

    private List<Step> shrink(List<Step> steps) {
        List<Step> left = steps;
        int parts = 2;
        while (left.size() > 1 && parts <= left.size() && System.nanoTime() < until) {
            List<Step> less = without(left, parts);
            if (less != null) {
                left = less;
                parts = Math.max(2, parts - 1);
            } else if (parts == left.size()) {
                break;
            } else {
                parts = Math.min(left.size(), 2 * parts);
            }
        }
        return left;
    }

    private List<Step> without(List<Step> steps, int parts) {
        for (int part = 0; part < parts; part++) {
            int from = steps.size() * part / parts;
            int to = steps.size() * (part + 1) / parts;
            List<Step> less = new ArrayList<>(steps.subList(0, from));
            less.addAll(steps.subList(to, steps.size()));
            if (System.nanoTime() < until && fails(less)) {
                return less;
            }
        }
        return null;
    }

    private boolean fails(List<Step> steps) {
        return Fleet.run(seed, steps, counters).violations().stream()
                .anyMatch(each -> rule(each).equals(rule));
    }
}
