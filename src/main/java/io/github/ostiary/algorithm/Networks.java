package io.github.ostiary.algorithm;

import java.util.ArrayList;
import java.util.List;

/** The networks that successes came from, oldest success first. Not thread-safe. */
final class Networks {

    private static final int MOST = 16;

    private record Known(String name, long time, int failures) {}

    private final List<Known> list = new ArrayList<>(0);

    void succeeded(String network, long now) {
        list.removeIf(known -> known.name().equals(network));
        list.add(new Known(network, now, 0));
        if (list.size() > MOST) {
            list.remove(0);
        }
    }

    /** Counts a failure; at the threshold the network is no longer known. */
    void failed(String network, int threshold) {
        for (int i = 0; i < list.size(); i++) {
            Known known = list.get(i);
            if (known.name().equals(network)) {
                if (known.failures() + 1 >= threshold) {
                    list.remove(i);
                } else {
                    list.set(i, new Known(network, known.time(), known.failures() + 1));
                }
                return;
            }
        }
    }

    /** How many failures a network may still have: 0 if it is not known. */
    int left(String network, long now, long life, int threshold) {
        for (Known known : list) {
            if (known.name().equals(network) && now - known.time() < life) {
                return threshold - known.failures();
            }
        }
        return 0;
    }

    /** When the newest success was; the oldest possible time if there is none. */
    long newest() {
        return list.isEmpty() ? Long.MIN_VALUE : list.get(list.size() - 1).time();
    }

    void clear() {
        list.clear();
    }
}
