package io.github.ostiary.trial;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Those who were denied most, in bounded space (Space-Saving: Metwally, Agrawal and El Abbadi, "Efficient computation of
 * frequent and top-k elements in data streams", ICDT 2005): whoever was denied more often than one in {@value #MOST} times is
 * in it, counted too high by no more than that share. Not thread-safe.
 */
final class HeavyCallers {

    /** How many are counted at a time. */
    static final int MOST = 64;

    private final Map<String, Long> counts = new HashMap<>();

    /** Takes note of a denial. */
    void add(String caller) {
        Long known = counts.get(caller);
        if (known == null && counts.size() == MOST) {
            Map.Entry<String, Long> least = counts.entrySet().iterator().next();
            for (Map.Entry<String, Long> each : counts.entrySet()) {
                if (each.getValue() < least.getValue()) {
                    least = each;
                }
            }
            counts.remove(least.getKey());
            known = least.getValue();
        }
        counts.put(caller, known == null ? 1 : known + 1);
    }

    /** Adds all that another has counted. */
    void addTo(Map<String, Long> sums) {
        counts.forEach((caller, count) -> sums.merge(caller, count, Long::sum));
    }

    /** Those with the highest sums, the highest first. */
    static List<Map.Entry<String, Long>> top(Map<String, Long> sums, int most) {
        return sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .map(each -> Map.entry(each.getKey(), each.getValue()))
                .toList();
    }
}
