package io.github.ostiary.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Spans of OpenTelemetry's own SDK. */
class SpanAttributesTest {

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final SdkTracerProvider tracers = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(spans))
            .build();

    private Map<String, String> attributes(Guard guard) {
        Span span = tracers.get("test").spanBuilder("request").startSpan();
        try (Scope scope = span.makeCurrent()) {
            Entering.of(guard).enter(new TestCall("GET", "/").from("192.0.2.1").as("bob"), Position.FIRST);
        }
        span.end();
        Map<String, String> told = spans.getFinishedSpanItems().get(0).getAttributes().asMap().entrySet().stream()
                .collect(Collectors.toMap(each -> each.getKey().getKey(), each -> (String) each.getValue()));
        spans.reset();
        return told;
    }

    private static Guard guard(String metrics) {
        return GuardBuilder.create()
                .limit("all", "1/1d")
                .property("limit.all.path", "/*")
                .property("metrics", metrics)
                .build();
    }

    @Test
    void theSpanIsToldWhatWasDecidedAndNotOfWhom() {
        try (Guard guard = guard("opentelemetry")) {
            assertThat(attributes(guard)).isEqualTo(Map.of("ostiary.outcome", "allowed"));
            assertThat(attributes(guard))
                    .isEqualTo(Map.of(
                            "ostiary.outcome", "denied", "ostiary.rule", "all", "ostiary.reason", "rate_limited"));
        }
    }

    @Test
    void nobodyIsToldAnythingUnlessItIsAskedFor() {
        try (Guard guard = guard("none")) {
            assertThat(attributes(guard)).isEmpty();
        }
    }

    @Test
    void withoutASpanNothingHappens() {
        try (Guard guard = guard("opentelemetry")) {
            Entering.of(guard).enter(new TestCall("GET", "/").from("192.0.2.1"), Position.FIRST);
            assertThat(spans.getFinishedSpanItems()).isEmpty();
        }
    }
}
