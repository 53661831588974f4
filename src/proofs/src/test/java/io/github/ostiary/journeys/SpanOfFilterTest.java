package io.github.ostiary.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The span of a request has what the filter decided, as it has what an edge of the application's own decides. */
class SpanOfFilterTest {

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final SdkTracerProvider tracers = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(spans))
            .build();

    @Test
    void isToldWhatWasDecided() {
        FakeApplication application = new FakeApplication(
                "limit.all.path=/*", "limit.all.rate=1/1d", "limit.all.key=global", "metrics=opentelemetry");
        for (int i = 0; i < 2; i++) {
            Span span = tracers.get("test").spanBuilder("request").startSpan();
            try (Scope scope = span.makeCurrent()) {
                application.serve(application.request("GET", "/a"), new FakeResponse(), (asked, answer) -> {});
            }
            span.end();
        }
        application.close();
        List<String> told = spans.getFinishedSpanItems().stream()
                .map(each -> each.getAttributes().asMap().values().stream()
                        .map(String::valueOf)
                        .sorted()
                        .toList()
                        .toString())
                .toList();
        assertThat(told).containsExactly("[allowed]", "[all, denied, rate_limited]");
    }
}
