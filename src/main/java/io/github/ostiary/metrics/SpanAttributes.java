package io.github.ostiary.metrics;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.edge.Admission;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of the span in which a call is decided: {@code ostiary.outcome}, and of a denial {@code ostiary.rule} and {@code
 * ostiary.reason}. Nothing says who called. Thread-safe.
 */
public final class SpanAttributes {

    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("ostiary.outcome");
    private static final AttributeKey<String> RULE = AttributeKey.stringKey("ostiary.rule");
    private static final AttributeKey<String> REASON = AttributeKey.stringKey("ostiary.reason");

    /** For whatever span there is. */
    public SpanAttributes() {}

    /** Tells the current span of a call; of one that waits, when its wait is over. */
    public void record(Admission admission) {
        Span span = Span.current();
        if (!span.isRecording()) {
            return;
        }
        if (admission.isWaiting()) {
            admission.whenDecided(() -> record(span, admission.decision()));
        } else {
            record(span, admission.decision());
        }
    }

    private static void record(Span span, Decision decision) {
        @Nullable Reason reason = decision.reason();
        if (decision.allowed() || reason == null) {
            span.setAttribute(OUTCOME, decision.shadowed() ? "shadowed" : "allowed");
            return;
        }
        span.setAttribute(OUTCOME, "denied");
        span.setAttribute(RULE, decision.rule());
        span.setAttribute(REASON, Catalogue.word(reason));
    }
}
