package io.github.ostiary.metrics;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.rule.Ask;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of the span in which a call is decided: {@code ostiary.outcome}, and of a denial {@code ostiary.rule} and {@code
 * ostiary.reason}. Nothing says who called. Thread-safe.
 */
public final class SpanAttributes implements DecisionListener {

    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("ostiary.outcome");
    private static final AttributeKey<String> RULE = AttributeKey.stringKey("ostiary.rule");
    private static final AttributeKey<String> REASON = AttributeKey.stringKey("ostiary.reason");

    /** Creates it for any span. */
    public SpanAttributes() {}

    @Override
    public void waits(PendingAdmission call) {
        Span span = Span.current();
        if (span.isRecording()) {
            call.whenDecided(() -> record(span, call.decision()));
        }
    }

    /** The span is the request's: what Java asks behind is not its decision, and the end of a wait may be on another's thread. */
    @Override
    public void decided(Door door, List<Ask> asks, TierAnswer answer, Decision decision) {
        if (door == Door.REQUEST || door == Door.RULES) {
            record(Span.current(), decision);
        }
    }

    private static void record(Span span, Decision decision) {
        if (!span.isRecording()) {
            return;
        }
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
