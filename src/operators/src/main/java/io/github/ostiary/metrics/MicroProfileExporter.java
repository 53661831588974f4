package io.github.ostiary.metrics;

import io.github.ostiary.operator.Figures;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.microprofile.metrics.Counter;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricID;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.MetricUnits;
import org.eclipse.microprofile.metrics.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of the application's registry of MicroProfile Metrics, once CDI has one. Its counters only count: every few seconds
 * they get what has been added. Sums that need not be whole are gauges, by names that Prometheus knows from Micrometer.
 */
public final class MicroProfileExporter extends Exporter {

    private static final System.Logger LOG = Log.of(MicroProfileExporter.class);

    /** The ticks that make a minute: CDI is there by then, if ever. */
    private static final int PATIENCE = 12;

    private final String name;
    private final boolean named;
    private final Supplier<Optional<MetricRegistry>> bean;
    private final Map<Series, MetricID> ids = new HashMap<>();
    private final Map<Series, Counter> counters = new HashMap<>();
    private final Map<Series, Long> exported = new HashMap<>();
    private @Nullable MetricRegistry registry;
    private String application = "";
    private int ticksWithout;

    private MicroProfileExporter(
            Supplier<Figures> figures, String name, boolean named, Supplier<Optional<MetricRegistry>> bean) {
        super(figures);
        this.named = named;
        this.name = name;
        this.bean = bean;
        tick();
    }

    /**
     * Shows them as soon as there is a registry.
     *
     * @param figures read every few seconds
     * @param application its name
     * @param named whether their absence is an error
     * @param beans finds a bean by its type
     * @return shows them until it is closed
     */
    public static Exporter open(
            Supplier<Figures> figures, String application, boolean named, Function<Class<?>, Optional<?>> beans) {
        return new MicroProfileExporter(figures, application, named, () -> beans.apply(MetricRegistry.class)
                .map(MetricRegistry.class::cast));
    }

    @Override
    public synchronized void tick() {
        @Nullable MetricRegistry found = registry == null ? bean.get().orElse(null) : registry;
        if (found == null) {
            complain();
            return;
        }
        if (registry == null) {
            registry = found;
            application = unique(name, taken -> found.getGauge(id(Catalogue.WAITING, List.of(), taken)) != null);
        }
        readings.refresh();
        readings.all().forEach((series, value) -> show(series, Math.round(value), found));
    }

    private void complain() {
        ticksWithout++;
        if (named && ticksWithout == PATIENCE) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "metrics=microprofile shows nothing: CDI has no MetricRegistry for this application; switch"
                            + " MicroProfile Metrics on in the server, or remove it from metrics");
        }
    }

    private void show(Series series, long value, MetricRegistry into) {
        if (series.metric().type() != Metric.Type.COUNTER) {
            ids.computeIfAbsent(series, each -> gauge(each, into));
            return;
        }
        Counter counter = counters.computeIfAbsent(series, each -> counter(each, into));
        counter.inc(value - exported.getOrDefault(series, 0L));
        exported.put(series, value);
    }

    private MetricID gauge(Series series, MetricRegistry into) {
        MetricID id = id(series);
        into.gauge(metadata(series.metric()), () -> readings.of(series), id.getTagsAsArray());
        return id;
    }

    private Counter counter(Series series, MetricRegistry into) {
        MetricID id = id(series);
        ids.put(series, id);
        return into.counter(metadata(series.metric()), id.getTagsAsArray());
    }

    private static Metadata metadata(Metric metric) {
        return Metadata.builder()
                .withName(name(metric))
                .withDescription(metric.description())
                .withUnit(MetricUnits.NONE)
                .build();
    }

    /** A gauge's unit would be the end of its name: a sum has the name for Prometheus that Micrometer's counter has. */
    private static String name(Metric metric) {
        return metric.type() == Metric.Type.SUM ? metric.name() + "." + metric.unit() + ".total" : metric.name();
    }

    private MetricID id(Series series) {
        return id(series.metric(), series.values(), application);
    }

    private static MetricID id(Metric metric, List<String> values, String application) {
        List<Tag> tags = new ArrayList<>();
        tags.add(new Tag(APPLICATION, application));
        for (int i = 0; i < values.size(); i++) {
            tags.add(new Tag(metric.tags().get(i), values.get(i)));
        }
        return new MetricID(name(metric), tags.toArray(Tag[]::new));
    }

    @Override
    public synchronized void close() {
        MetricRegistry from = registry;
        if (from != null) {
            ids.values().forEach(from::remove);
        }
        ids.clear();
        counters.clear();
        exported.clear();
        registry = null;
    }
}
