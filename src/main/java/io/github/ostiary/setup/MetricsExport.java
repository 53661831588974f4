package io.github.ostiary.setup;

import io.github.ostiary.config.MetricsConfig;
import io.github.ostiary.config.MetricsKind;
import io.github.ostiary.config.Problems;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.metrics.Exporter;
import io.github.ostiary.metrics.JmxExporter;
import io.github.ostiary.metrics.MicroProfileExporter;
import io.github.ostiary.metrics.MicrometerExporter;
import io.github.ostiary.metrics.SpanAttributes;
import io.github.ostiary.text.ClassPath;
import io.github.ostiary.text.Log;
import io.github.ostiary.watch.StatisticsReporter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The ways by which an application's figures leave its guard. Opened and closed with it. */
final class MetricsExport implements AutoCloseable {

    private static final System.Logger LOG = Log.of(MetricsExport.class);

    /** A type that is there with each library, and how one gets it. */
    private record Library(String type, String remedy) {}

    private static final Map<MetricsKind, Library> LIBRARIES = Map.of(
            MetricsKind.JMX,
            new Library("javax.management.DynamicMBean", "the module java.management is missing; --add-modules it"),
            MetricsKind.MICROMETER,
            new Library(
                    "io.micrometer.core.instrument.MeterRegistry",
                    "Micrometer is not on the class path; add io.micrometer:micrometer-core"),
            MetricsKind.MICROPROFILE,
            new Library(
                    "org.eclipse.microprofile.metrics.MetricRegistry",
                    "MicroProfile Metrics is not on the class path; switch it on in the server"),
            MetricsKind.OPENTELEMETRY,
            new Library(
                    "io.opentelemetry.api.trace.Span",
                    "OpenTelemetry is not on the class path; add io.opentelemetry:opentelemetry-api"));

    private final List<Exporter> exporters = new ArrayList<>();
    private final ClassLoader loader;
    private boolean closed;

    private MetricsExport(ClassLoader loader) {
        this.loader = loader;
    }

    /** The ways to take; what is named and not there is a problem. */
    static Set<MetricsKind> check(MetricsConfig config, Problems problems) {
        Set<MetricsKind> taken = EnumSet.noneOf(MetricsKind.class);
        for (MetricsKind kind : MetricsKind.values()) {
            Library library = LIBRARIES.get(kind);
            boolean named = config.named().contains(kind);
            if (library != null && (named || config.auto())) {
                if (ClassPath.has(library.type())) {
                    taken.add(kind);
                } else if (named) {
                    problems.addKey("metrics", library.remedy() + ", or take it out of the list");
                }
            }
        }
        return taken;
    }

    /** Tells the spans of requests, of a kind of its own; null where none are wanted. */
    static @Nullable DecisionListener spans(Set<MetricsKind> kinds) {
        return kinds.contains(MetricsKind.OPENTELEMETRY) ? new SpanAttributes() : null;
    }

    /**
     * Opens them.
     *
     * @param kinds whose libraries are there
     * @param application its name
     * @param loader the application's
     */
    static MetricsExport open(
            Set<MetricsKind> kinds,
            MetricsConfig config,
            StatisticsReporter figures,
            String application,
            ClassLoader loader) {
        MetricsExport export = new MetricsExport(loader);
        export.inTheApplicationsName(
                () -> kinds.forEach(kind -> export.open(kind, config.named().contains(kind), figures, application)));
        return export;
    }

    private void open(MetricsKind kind, boolean named, StatisticsReporter figures, String application) {
        try {
            Exporter opened =
                    switch (kind) {
                        case JMX -> JmxExporter.open(figures::figures, application);
                        case MICROMETER -> MicrometerExporter.open(figures::figures, application, this::bean);
                        case MICROPROFILE -> MicroProfileExporter.open(
                                figures::figures, application, named, this::bean);
                        case OPENTELEMETRY -> null;
                    };
            if (opened != null) {
                exporters.add(opened);
                figures.watch(() -> tick(opened));
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.WARNING, "Figures cannot be shown by metrics=" + name(kind), e);
        }
    }

    private static String name(MetricsKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private Optional<?> bean(Class<?> type) {
        try {
            return ApplicationBeans.bean(loader, type);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "CDI cannot be asked for a registry", e);
            return Optional.empty();
        }
    }

    /** CDI and registries know by the thread's class loader whose beans and figures are meant. */
    private void inTheApplicationsName(Runnable work) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            work.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** One that was closed must not show itself again. */
    private synchronized void tick(Exporter exporter) {
        if (!closed) {
            inTheApplicationsName(exporter::tick);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        for (Exporter each : exporters) {
            try {
                each.close();
            } catch (RuntimeException | LinkageError e) {
                LOG.log(System.Logger.Level.DEBUG, "Figures cannot be taken back", e);
            }
        }
    }
}
