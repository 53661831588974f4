package io.github.ostiary;

import java.util.List;
import java.util.function.Supplier;

/** Figures that were already computed. Immutable. */
record KnownQuotas(List<Quota> get) implements Supplier<List<Quota>> {

    KnownQuotas {
        get = List.copyOf(get);
    }
}
