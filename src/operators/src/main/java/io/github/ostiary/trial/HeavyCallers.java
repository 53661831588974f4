package io.github.ostiary.trial;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The callers who were denied most, in bounded space (Space-Saving: Metwally, Agrawal and El Abbadi, "Efficient
 * computation of frequent and top-k elements in data streams", ICDT 2005): a caller that was denied more often than one
 * in {@value #MOST} times is in it, counted too high by no more than that share. Not thread-safe.
 */
final class HeavyCallers {

    /** How many are counted at a time. */
    static final int MOST = 64;

    private final Map<String, Integer> places = new HashMap<>();
    private final String[] names = new String[MOST];
    private final long[] counts = new long[MOST];

    /** Counts a denial. Where there is no room, a new caller takes the place and the count of the least. */
    void add(String caller) {
        Integer known = places.get(caller);
        int place = known == null ? newPlace(caller) : known;
        counts[place]++;
    }

    private int newPlace(String caller) {
        int place = places.size();
        if (place == MOST) {
            place = least();
            places.remove(names[place]);
        }
        names[place] = caller;
        places.put(caller, place);
        return place;
    }

    private int least() {
        int least = 0;
        for (int i = 1; i < MOST; i++) {
            if (counts[i] < counts[least]) {
                least = i;
            }
        }
        return least;
    }

    /** Adds all that another has counted. */
    void addTo(Map<String, Long> sums) {
        places.forEach((caller, place) -> sums.merge(caller, counts[place], Long::sum));
    }

    /** The callers with the highest sums, the highest first. */
    static List<Map.Entry<String, Long>> top(Map<String, Long> sums, int most) {
        return sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .map(each -> Map.entry(each.getKey(), each.getValue()))
                .toList();
    }
}
