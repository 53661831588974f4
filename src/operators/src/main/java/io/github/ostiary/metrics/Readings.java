package io.github.ostiary.metrics;

import io.github.ostiary.TimeSource;
import io.github.ostiary.operator.Figures;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The last reading of all series. Many questions one after the other need one reading; one that is older
 * than a second is taken again. Series stay once they are there. Thread-safe.
 */
final class Readings {

    private static final long FRESH_MICROS = 1_000_000;

    private final Supplier<Figures> figures;
    private final TimeSource time;
    private final Map<Series, Double> values = new ConcurrentHashMap<>();
    private final AtomicLong readMicros;

    Readings(Supplier<Figures> figures, TimeSource time) {
        this.figures = figures;
        this.time = time;
        this.readMicros = new AtomicLong(time.micros() - 2 * FRESH_MICROS);
    }

    /** Reads all, now. */
    void refresh() {
        readMicros.set(time.micros());
        Catalogue.read(
                figures.get(),
                (metric, value, tags) -> values.put(new Series(metric, List.of(tags)), value.doubleValue()));
    }

    /** All there are. */
    Map<Series, Double> all() {
        return Map.copyOf(values);
    }

    /** The value as it stands, or stood less than a second ago; 0 if it is not there. */
    double of(Series series) {
        long last = readMicros.get();
        long now = time.micros();
        if (now - last >= FRESH_MICROS && readMicros.compareAndSet(last, now)) {
            refresh();
        }
        return values.getOrDefault(series, 0.0);
    }
}
