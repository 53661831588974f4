package io.github.ostiary.metrics;

import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.MetricsConfig;
import io.github.ostiary.config.MetricsKind;
import io.github.ostiary.config.Problems;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.text.ClassPath;
import io.github.ostiary.text.Log;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ways by which an application's figures leave its guard. Opened and closed with it. */
public final class MetricsExport implements AutoCloseable {

    private static final System.Logger LOG = Log.of(MetricsExport.class);

    private static final String RECORDS = "io.opentelemetry.api.logs.LogRecordBuilder";

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
    private final Set<MetricsKind> taken = EnumSet.noneOf(MetricsKind.class);
    private Set<MetricsKind> named = Set.of();
    private LoaderBeans beans = new LoaderBeans(MetricsExport.class.getClassLoader());
    private boolean closed;

    /**
     * The guard whose figures are shown.
     *
     * @param figures what this node has done so far
     * @param ticks takes what is done every few seconds, if all is counted
     * @param application its name
     * @param loader the application's
     */
    public record WatchedGuard(
            Supplier<Figures> figures, Consumer<Runnable> ticks, String application, ClassLoader loader) {}

    /** An export for a guard. */
    public MetricsExport() {}

    /** Reads what is wanted, before anything is opened. */
    public void check(GlobalConfig config, Problems problems) {
        MetricsConfig metrics = config.get(GlobalKeys.METRICS);
        named = metrics.named();
        for (MetricsKind kind : MetricsKind.values()) {
            Library library = LIBRARIES.get(kind);
            if (library != null && (named.contains(kind) || metrics.auto())) {
                if (ClassPath.has(library.type())) {
                    taken.add(kind);
                } else if (named.contains(kind)) {
                    problems.addKey("metrics", library.remedy() + ", or remove it from the list");
                }
            }
        }
    }

    /**
     * Records of the logs of OpenTelemetry.
     *
     * @param key of the configuration that wants them
     * @param scope the name of their instrumentation scope
     * @param loader the application's class loader
     * @param problems receives what is missing
     * @return null if something is
     */
    public static @Nullable LogRecords records(String key, String scope, ClassLoader loader, Problems problems) {
        if (!ClassPath.has(RECORDS)) {
            problems.addKey(
                    key,
                    "OpenTelemetry is not on the class path; add io.opentelemetry:opentelemetry-api of 1.50 or newer,"
                            + " or write json");
        } else if (!hasEvents()) {
            problems.addKey(
                    key,
                    "OpenTelemetry on the class path is older than 1.50, whose records have no event names;"
                            + " take io.opentelemetry:opentelemetry-api of 1.50 or newer, or write json");
        } else {
            return new LogRecords(scope, loader);
        }
        return null;
    }

    private static boolean hasEvents() {
        try {
            Method unused = Class.forName(RECORDS, false, MetricsExport.class.getClassLoader())
                    .getMethod("setEventName", String.class);
            return true;
        } catch (ReflectiveOperationException | LinkageError e) {
            return false;
        }
    }

    /** The guard has begun. */
    public void begin(WatchedGuard watched) {
        beans = new LoaderBeans(watched.loader());
        beans.inTheApplicationsName(() -> taken.forEach(kind -> open(kind, watched)));
    }

    private void open(MetricsKind kind, WatchedGuard watched) {
        String application = watched.application();
        try {
            Exporter opened =
                    switch (kind) {
                        case JMX -> JmxExporter.open(watched.figures(), application);
                        case MICROMETER -> MicrometerExporter.open(watched.figures(), application, beans::bean);
                        case MICROPROFILE -> MicroProfileExporter.open(
                                watched.figures(), application, named.contains(kind), beans::bean);
                        case OPENTELEMETRY -> null;
                    };
            if (opened != null) {
                exporters.add(opened);
                watched.ticks().accept(() -> tick(opened));
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.WARNING, "Figures cannot be shown by metrics=" + name(kind), e);
        }
    }

    private static String name(MetricsKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Adds the decision to the span of a call; null if no spans are wanted. */
    public @Nullable DecisionListener listener() {
        return taken.contains(MetricsKind.OPENTELEMETRY) ? new SpanAttributes() : null;
    }

    /** One that was closed must not show itself again. */
    private synchronized void tick(Exporter exporter) {
        if (!closed) {
            beans.inTheApplicationsName(exporter::tick);
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
