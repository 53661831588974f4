package io.github.ostiary.metrics;

import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringArrayKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.ApplicationBeans;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.LogLines;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.SimpleLogRecordProcessor;
import io.opentelemetry.sdk.testing.exporter.InMemoryLogRecordExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records of OpenTelemetry's own SDK, as its exporters get them. */
class LogRecordsTest {

    private static final Key BOB = Key.part("param:username", "bob").and(Key.ip("192.0.2.7"));
    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");
    private static final TimeSource CLOCK = () -> TimeUnit.SECONDS.toMicros(NOON.getEpochSecond());

    private final InMemoryLogRecordExporter exported = InMemoryLogRecordExporter.create();
    private final OpenTelemetry sdk = OpenTelemetrySdk.builder()
            .setLoggerProvider(SdkLoggerProvider.builder()
                    .addLogRecordProcessor(SimpleLogRecordProcessor.create(exported))
                    .build())
            .setTracerProvider(SdkTracerProvider.builder().build())
            .build();

    @BeforeEach
    @AfterEach
    void nothingIsGlobal() {
        GlobalOpenTelemetry.resetForTest();
    }

    /** One failure, one that locks, one that is denied, and a lock by hand; the guard is closed behind them. */
    private List<LogRecordData> records(String... properties) {
        GuardBuilder builder = GuardBuilder.create()
                .timeSource(CLOCK)
                .property("lockout.login.key", "param:username+ip")
                .property("lockout.login.steps", "2/1m lock 15m")
                .property("audit.format", "opentelemetry")
                .property("audit.attempts", "true");
        for (String property : properties) {
            builder.property(property.split("=")[0], property.split("=")[1]);
        }
        try (Guard guard = builder.build()) {
            for (int i = 0; i < 2; i++) {
                guard.lockouts("login").begin(BOB).failed();
            }
            assertThat(guard.lockouts("login").begin(BOB).decision().allowed()).isFalse();
            OperatorApi.of(guard)
                    .lock("login", BOB, Duration.ofHours(1), new Operator("eve", "console 10.0.0.7"), "ticket 7");
        }
        return exported.getFinishedLogRecordItems();
    }

    private static LogRecordData first(List<LogRecordData> records, String event) {
        return records.stream()
                .filter(each -> event.equals(each.getEventName()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void recordsHaveTheNamesOfTheSchemaTheGuardsTimeAndDigests() {
        GlobalOpenTelemetry.set(sdk);
        List<LogRecordData> records = records();
        assertThat(records)
                .extracting(LogRecordData::getEventName)
                .containsExactlyInAnyOrder(
                        "ostiary.attempt", "ostiary.attempt", "ostiary.attempt", "ostiary.locked", "ostiary.locked");
        assertThat(records).allSatisfy(each -> {
            assertThat(each.getSeverity()).isEqualTo(Severity.INFO);
            assertThat(each.getSeverityText()).isEqualTo("INFO");
            assertThat(each.getTimestampEpochNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(NOON.getEpochSecond()));
            assertThat(each.getInstrumentationScopeInfo().getName()).isEqualTo("io.github.ostiary.audit");
            assertThat(each.toString()).doesNotContain("bob", "192.0.2.7");
            assertThat(each.getAttributes().asMap().keySet())
                    .extracting(Object::toString)
                    .doesNotContain("@timestamp", "log.level", "log.logger", "message", "service.name", "ecs.version");
        });
        LogRecordData attempt = first(records, "ostiary.attempt");
        assertThat(attempt.getBodyValue().asString()).isEqualTo("attempt failure");
        assertThat(attempt.getAttributes().get(stringKey("event.outcome"))).isEqualTo("failure");
        assertThat(attempt.getAttributes().get(stringArrayKey("rule.name"))).containsExactly("lockout.login");
        assertThat(attempt.getAttributes().get(stringArrayKey("event.category")))
                .containsExactly("authentication");
        assertThat(attempt.getAttributes().get(stringKey("user.hash"))).hasSize(12);
        assertThat(attempt.getAttributes().get(stringKey("source.address"))).hasSize(12);
        assertThat(attempt.getAttributes().get(stringKey("source.ip"))).isNull();
        assertThat(attempt.getAttributes().get(stringKey("ostiary.application")))
                .isEqualTo("java");
        assertThat(records)
                .extracting(each -> each.getAttributes().get(stringKey("event.reason")))
                .contains("LOCKED", "ticket 7");
        assertThat(records)
                .extracting(each -> each.getAttributes().get(longKey("ostiary.seconds")))
                .contains(900L, 3600L);
        assertThat(records)
                .extracting(each -> each.getAttributes().get(stringKey("user.name")))
                .contains("eve");
    }

    @Test
    void whoAskedIsNamedOnlyWhereTheConfigurationSaysSo() {
        GlobalOpenTelemetry.set(sdk);
        List<LogRecordData> records = records("audit.identities=plain");
        LogRecordData attempt = first(records, "ostiary.attempt");
        assertThat(attempt.getAttributes().get(stringKey("user.name"))).isEqualTo("bob");
        assertThat(attempt.getAttributes().get(stringKey("source.ip"))).isEqualTo("192.0.2.7");
        LogRecordData locked = first(records, "ostiary.locked");
        assertThat(locked.getAttributes().get(stringArrayKey("related.user"))).containsExactly("bob");
    }

    @Test
    void aBeanOfTheApplicationComesBeforeTheGlobalOne() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try (var offered = ApplicationBeans.offer(loader, type -> found(type))) {
            assertThat(records()).hasSize(5);
        }
    }

    private Optional<?> found(Class<?> type) {
        return type == OpenTelemetry.class ? Optional.of(sdk) : Optional.empty();
    }

    @Test
    void anAttemptBelongsToTheTraceOfItsRequest() {
        GlobalOpenTelemetry.set(sdk);
        Span span = sdk.getTracer("test").spanBuilder("request").startSpan();
        List<LogRecordData> records;
        try (Scope scope = span.makeCurrent()) {
            records = records();
        }
        assertThat(first(records, "ostiary.attempt").getSpanContext().getTraceId())
                .isEqualTo(span.getSpanContext().getTraceId());
    }

    @Test
    void withoutAnSdkNothingIsLostAndOneWarningTellsWhereItIs() {
        List<String> warned;
        List<String> written;
        try (LogLines warnings = LogLines.of(LogRecords.class.getName());
                LogLines audit = LogLines.of("io.github.ostiary.audit")) {
            assertThat(records()).isEmpty();
            warned = List.copyOf(warnings.lines());
            written = List.copyOf(audit.lines());
        }
        assertThat(warned)
                .singleElement()
                .asString()
                .contains("audit.format=opentelemetry, but no SDK of OpenTelemetry is set up")
                .contains("Provide an OpenTelemetry bean, or set the global one");
        assertThat(written).hasSize(5).allMatch(each -> each.contains("\"event.action\""));
    }

    @Test
    void anSdkThatComesLaterIsFoundWithinTenSeconds() {
        LogRecords records = new LogRecords("scope", LogRecordsTest.class.getClassLoader());
        Map<String, String> fields = Map.of("event.action", "siege-began", "message", "m");
        assertThat(records.emit(NOON, fields)).isFalse();
        GlobalOpenTelemetry.resetForTest();
        GlobalOpenTelemetry.set(sdk);
        assertThat(records.emit(NOON.plusSeconds(9), fields)).isFalse();
        assertThat(records.emit(NOON.plusSeconds(10), fields)).isTrue();
        assertThat(exported.getFinishedLogRecordItems())
                .singleElement()
                .satisfies(each -> assertThat(each.getEventName()).isEqualTo("ostiary.siege_began"));
    }
}
