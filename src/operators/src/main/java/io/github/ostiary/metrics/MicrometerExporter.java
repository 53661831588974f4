package io.github.ostiary.metrics;

import io.github.ostiary.operator.Figures;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Meters of a registry that is a bean of the application's, else of Micrometer's global one. */
public final class MicrometerExporter extends Exporter {

    private final String name;
    private final Supplier<Optional<MeterRegistry>> bean;
    private final Map<Series, Meter> meters = new HashMap<>();
    private @Nullable MeterRegistry registry;
    private String application = "";

    private MicrometerExporter(Supplier<Figures> figures, String name, Supplier<Optional<MeterRegistry>> bean) {
        super(figures);
        this.name = name;
        this.bean = bean;
        tick();
    }

    /**
     * Shows them at once.
     *
     * @param figures read when they are asked for
     * @param application its name
     * @param beans finds a bean by its type
     * @return shows them until it is closed
     */
    public static Exporter open(Supplier<Figures> figures, String application, Function<Class<?>, Optional<?>> beans) {
        return new MicrometerExporter(
                figures, application, () -> beans.apply(MeterRegistry.class).map(MeterRegistry.class::cast));
    }

    /** A bean may be there only when the application has begun: what was shown elsewhere moves. */
    @Override
    public synchronized void tick() {
        MeterRegistry best = bean.get().orElse(Metrics.globalRegistry);
        if (best != registry) {
            close();
            registry = best;
            application = unique(name, taken -> isTaken(best, taken));
        }
        readings.refresh();
        for (Series series : readings.all().keySet()) {
            meters.computeIfAbsent(series, each -> register(each, best));
        }
    }

    private static boolean isTaken(MeterRegistry registry, String application) {
        return registry.find(Catalogue.WAITING.name())
                        .tag(APPLICATION, application)
                        .meter()
                != null;
    }

    /** Micrometer looks at what it reads by a weak reference; this object is held by its guard. */
    private Meter register(Series series, MeterRegistry into) {
        Metric metric = series.metric();
        Tags tags = Tags.of(APPLICATION, application);
        for (String tag : metric.tags()) {
            tags = tags.and(tag, series.value(tag));
        }
        return metric.type() == Metric.Type.GAUGE
                ? Gauge.builder(metric.name(), readings, read -> read.of(series))
                        .description(metric.description())
                        .tags(tags)
                        .register(into)
                : FunctionCounter.builder(metric.name(), readings, read -> read.of(series))
                        .description(metric.description())
                        .baseUnit(metric.isTime() ? metric.unit() : null)
                        .tags(tags)
                        .register(into);
    }

    @Override
    public synchronized void close() {
        MeterRegistry from = registry;
        if (from != null) {
            meters.values().forEach(from::remove);
        }
        meters.clear();
        registry = null;
    }
}
