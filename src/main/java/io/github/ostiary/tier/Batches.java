package io.github.ostiary.tier;

import java.util.ArrayList;
import java.util.List;

/** Lists cut into what goes into one call. */
final class Batches {

    private Batches() {}

    /** Parts of a list that is not changed meanwhile, in its order. */
    static <T> List<List<T>> of(List<T> all, int most) {
        List<List<T>> parts = new ArrayList<>(all.size() / most + 1);
        for (int from = 0; from < all.size(); from += most) {
            parts.add(all.subList(from, Math.min(from + most, all.size())));
        }
        return parts;
    }
}
