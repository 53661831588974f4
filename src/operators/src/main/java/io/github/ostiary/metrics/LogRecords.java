package io.github.ostiary.metrics;

import io.github.ostiary.text.Log;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.logs.LogRecordBuilder;
import io.opentelemetry.api.logs.Logger;
import io.opentelemetry.api.logs.LoggerProvider;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.context.Context;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Records of the logs of OpenTelemetry: of an {@code OpenTelemetry} bean of CDI or Spring, else of the global one. Thread-safe.
 */
public final class LogRecords {

    /*
     * The bean may be there only when the application has begun, so it is looked for again. The global one is not touched before
     * the application has set it, if the library can tell (from 1.57): otherwise whoever asks first makes it one that does
     * nothing, for good, and the application's own setting fails.
     */
    private static final System.Logger LOG = Log.of(LogRecords.class);

    private static final Duration AGAIN = Duration.ofSeconds(10);
    private static final String ACTION = "event.action";
    private static final String MESSAGE = "message";

    /** What a record has by itself: its time, severity and scope; ECS' version is none of its own. */
    private static final Set<String> OF_RECORDS =
            Set.of("@timestamp", "log.level", "log.logger", "ecs.version", MESSAGE);

    /** A resource of OpenTelemetry has this name, which is the operator's to choose. */
    private static final Map<String, String> RENAMED = Map.of("service.name", "ostiary.application");

    private static final @Nullable Method IS_SET = isSet();

    private final String scope;
    private final LoaderBeans beans;
    private final AtomicBoolean told = new AtomicBoolean();
    private volatile @Nullable Logger logger;
    private volatile Instant again = Instant.MIN;

    /**
     * Creates records of an application; nothing is looked for yet.
     *
     * @param scope the name of the instrumentation scope, such as {@code io.github.ostiary.audit}
     * @param loader the application's class loader
     */
    public LogRecords(String scope, ClassLoader loader) {
        this.scope = scope;
        this.beans = new LoaderBeans(loader);
    }

    private static @Nullable Method isSet() {
        try {
            return GlobalOpenTelemetry.class.getMethod("isSet");
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /**
     * Emits a record of severity INFO.
     *
     * @param at its time
     * @param fields by the names of ECS; texts, whole numbers, collections of texts
     * @return false if there is no SDK that takes it: the caller writes it elsewhere
     */
    public boolean emit(Instant at, Map<String, ?> fields) {
        try {
            Logger own = logger(at);
            if (own != null) {
                record(own, at, fields).emit();
                return true;
            }
            tell("no SDK of OpenTelemetry is set up", null);
        } catch (RuntimeException | LinkageError e) {
            tell("OpenTelemetry does not take a record", e);
        }
        return false;
    }

    private void tell(String what, @Nullable Throwable why) {
        if (told.compareAndSet(false, true)) {
            LOG.log(
                    Level.WARNING,
                    "audit.format=opentelemetry, but " + what + ": such records are written to the log " + scope
                            + " as JSON. Provide an OpenTelemetry bean, or set the global one",
                    why);
        }
    }

    /** Has work record in the trace of this thread. */
    public Runnable inContext(Runnable work) {
        return Context.current().wrap(work);
    }

    private @Nullable Logger logger(Instant at) {
        if (!at.isBefore(again)) {
            beans.inTheApplicationsName(() -> {
                LoggerProvider best = best();
                logger = best == LoggerProvider.noop() ? null : best.get(scope);
            });
            again = at.plus(AGAIN); // only now: another thread must not take what was found before
        }
        return logger;
    }

    private LoggerProvider best() {
        Optional<?> bean = beans.bean(OpenTelemetry.class);
        if (bean.isPresent()) {
            return ((OpenTelemetry) bean.get()).getLogsBridge();
        }
        return isGlobalSet() ? GlobalOpenTelemetry.get().getLogsBridge() : LoggerProvider.noop();
    }

    private static boolean isGlobalSet() {
        try {
            return IS_SET == null || Boolean.TRUE.equals(IS_SET.invoke(null));
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    private static LogRecordBuilder record(Logger logger, Instant at, Map<String, ?> fields) {
        LogRecordBuilder record = logger.logRecordBuilder()
                .setTimestamp(at)
                .setSeverity(Severity.INFO)
                .setSeverityText("INFO")
                .setEventName("ostiary." + text(fields.get(ACTION)).replace('-', '_'))
                .setBody(text(fields.get(MESSAGE)));
        fields.forEach((name, value) -> {
            if (!OF_RECORDS.contains(name)) {
                add(record, RENAMED.getOrDefault(name, name), value);
            }
        });
        return record;
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    private static void add(LogRecordBuilder record, String name, Object value) {
        if (value instanceof Long number) {
            record.setAttribute(AttributeKey.longKey(name), number);
        } else if (value instanceof Collection<?> list) {
            List<String> texts = list.stream().map(Object::toString).toList();
            record.setAttribute(AttributeKey.stringArrayKey(name), texts);
        } else {
            record.setAttribute(AttributeKey.stringKey(name), value.toString());
        }
    }
}
