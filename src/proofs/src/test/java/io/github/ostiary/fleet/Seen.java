package io.github.ostiary.fleet;

import io.github.ostiary.Decision.Reason;
import java.util.Locale;

/** What a caller has seen of a call: all that the oracle knows. Times are µs since the beginning. */
final class Seen {

    final Step step;

    /** The process that was asked. */
    final int process;

    final long sent;
    long heard = -1;
    boolean allowed;
    Reason reason;
    boolean degraded;
    long retryMicros;
    String error;

    /** When its caller began to end it, and when that was over; of what holds something. */
    long ends = Simulator.FOREVER;

    long ended = Simulator.FOREVER;

    Seen(Step step, int process, long sent) {
        this.step = step;
        this.process = process;
        this.sent = sent;
    }

    /** When it was decided at the earliest: waiting is no decision. */
    long decidedFrom() {
        return Math.max(sent, heard - 150_000);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s | process %d heard %.4f %s%s%s%s ends %.4f",
                step,
                process,
                heard / 1e6,
                allowed ? "allowed" : "denied " + reason,
                degraded ? " by the stand-in" : "",
                error == null ? "" : " error " + error,
                retryMicros > 0 ? String.format(Locale.ROOT, " retry %.3f", retryMicros / 1e6) : "",
                ends >= Simulator.FOREVER ? -1 : ends / 1e6);
    }
}
