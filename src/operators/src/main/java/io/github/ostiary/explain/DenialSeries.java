package io.github.ostiary.explain;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.engine.DenialChoice;
import io.github.ostiary.operator.DenialRecord.Span;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.text.Durations;
import org.jspecify.annotations.Nullable;

/**
 * The note of one caller's denials by one rule, while they go on. Threads count without care for each other: a lost step
 * is one denial less. Thread-safe.
 */
final class DenialSeries {

    /** The newest denial, as it was decided: to be written down, and let go of. */
    record Evidence(@Nullable DenialChoice choice, String method, String path) {}

    final CounterId caller;
    final String reference;
    final boolean shared;
    private final long firstMicros;
    private long lastMicros;
    private long times = 1;
    private long refreshedMicros;
    private volatile Reason reason;
    private volatile @Nullable Evidence evidence;
    private volatile @Nullable String written;

    /** The time when others were last told, and what. Used by the writer alone. */
    private long sentMicros;

    private @Nullable Reason sentReason;

    DenialSeries(CounterId caller, String reference, boolean shared, Reason reason, long now) {
        this.caller = caller;
        this.reference = reference;
        this.shared = shared;
        this.reason = reason;
        this.firstMicros = now;
        this.lastMicros = now;
        this.refreshedMicros = now;
    }

    /** Denied again; says whether the figures are worth to be written down again. */
    boolean again(Reason why, long now, long oftenMicros) {
        times++;
        lastMicros = now;
        if (shared || (why == reason && now - refreshedMicros < oftenMicros)) {
            return false;
        }
        reason = why;
        refreshedMicros = now;
        return true;
    }

    boolean endedBy(long now, long keepMicros) {
        return now - lastMicros >= keepMicros;
    }

    long lastMicros() {
        return lastMicros;
    }

    Reason reason() {
        return reason;
    }

    /** Whether others do not know of it, know another reason, or have not heard of it for so long. */
    boolean isNews(long oftenMicros) {
        return sentReason != reason || lastMicros - sentMicros >= oftenMicros;
    }

    void sent(Reason why) {
        sentReason = why;
        sentMicros = lastMicros;
    }

    Span span() {
        return new Span(Durations.instant(firstMicros), Durations.instant(lastMicros), times);
    }

    @Nullable
    Evidence evidence() {
        return evidence;
    }

    void evidence(@Nullable Evidence newest) {
        evidence = newest;
    }

    /** The newest denial as a text; null while it is not written down. */
    @Nullable
    String written() {
        return written;
    }

    /** Written down: what it was made of is let go of, unless there is news. */
    void written(String text, Evidence of) {
        written = text;
        if (of.equals(evidence)) {
            evidence = null;
        }
    }
}
