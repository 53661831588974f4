package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.text.Log;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A cost that is known when the call has ended; until then so much is reserved. Thread-safe. */
public final class LaterCost implements Cost {

    /** The most that a call may come to: no rate has more. */
    public static final long MOST = 1_000_000_000;

    private static final System.Logger LOG = Log.of(LaterCost.class);
    private static final long MILLI = 1_000;

    /** The application does for it what it does for a GET, and nothing is sent that could be counted. */
    private static final Optional<String> HEAD = Optional.of("HEAD");

    private final CostSource source;
    private final int reserved;
    private final AtomicBoolean complained = new AtomicBoolean();

    /** The thing that says it. */
    public sealed interface CostSource {

        /** Whether it is something that only a request has. */
        default boolean isOfAnswer() {
            return true;
        }
    }

    /**
     * A header that the application answers with.
     *
     * @param name its name
     */
    public record AnsweredHeader(String name) implements CostSource {}

    /**
     * An attribute that the application sets on the request.
     *
     * @param name its name
     */
    public record SetAttribute(String name) implements CostSource {
        @Override
        public boolean isOfAnswer() {
            return false;
        }
    }

    /** The figures that are measured. */
    public enum Measure implements CostSource {
        /** The bytes that the application has written. */
        BYTES_WRITTEN,
        /** The bytes of the caller's body. */
        BYTES_READ,
        /** The milliseconds that have begun. */
        TIME;

        @Override
        public boolean isOfAnswer() {
            return this != TIME;
        }
    }

    /**
     * A cost.
     *
     * @param source what says it
     * @param reserved so much is taken until then, 1 to 1,000,000
     */
    public LaterCost(CostSource source, int reserved) {
        this.source = source;
        this.reserved = reserved;
    }

    /** The source that says it. */
    public CostSource source() {
        return source;
    }

    /** Whether bytes must be counted for it. */
    public boolean countsBytes() {
        return source == Measure.BYTES_WRITTEN || source == Measure.BYTES_READ;
    }

    /** The same with another reservation. */
    public LaterCost reserving(int permits) {
        return new LaterCost(source, permits);
    }

    /** The permits that are reserved. */
    @Override
    public long of(CallContext call) {
        return reserved;
    }

    /**
     * The cost of a call that has ended, or has been given up.
     *
     * @param rule that charges it
     * @param seen of the end
     * @param tookMicros how long it took, µs
     * @return 0 to 1,000,000,000; empty where nothing says it, so that what was reserved is what it cost
     */
    public OptionalLong at(String rule, CallOutcome seen, long tookMicros) {
        if (source instanceof AnsweredHeader header) {
            return answered(rule, seen.answer().headers(header.name));
        }
        if (source instanceof SetAttribute attribute) {
            return set(rule, seen.call().attribute(attribute.name));
        }
        if (source == Measure.BYTES_WRITTEN && seen.call().method().equals(HEAD)) {
            return OptionalLong.empty();
        }
        OptionalLong measured = source == Measure.TIME
                ? OptionalLong.of((tookMicros + MILLI - 1) / MILLI)
                : source == Measure.BYTES_READ
                        ? seen.answer().bytesRead()
                        : seen.answer().bytesWritten();
        return measured.isPresent() ? OptionalLong.of(Math.min(measured.getAsLong(), MOST)) : measured;
    }

    private OptionalLong answered(String rule, Collection<String> lines) {
        if (lines.isEmpty()) {
            return OptionalLong.empty();
        }
        return lines.size() == 1 ? said(rule, lines.iterator().next()) : wrong(rule);
    }

    private OptionalLong set(String rule, @Nullable Object value) {
        if (value == null) {
            return OptionalLong.empty();
        }
        if (value instanceof Number number) {
            double figure = Math.ceil(number.doubleValue());
            return figure >= 0 && figure <= MOST ? OptionalLong.of((long) figure) : wrong(rule);
        }
        return said(rule, value.toString());
    }

    private OptionalLong said(String rule, String text) {
        long figure = Cost.figure(text.strip(), MOST);
        return figure < 0 || figure > MOST ? wrong(rule) : OptionalLong.of(figure);
    }

    /** Says once that a cost is wrong: an application that is wrong is wrong with each call. */
    private OptionalLong wrong(String rule) {
        if (complained.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "limit.{0}: {1} should hold the cost of a call, but is no number from 0 to {2}, or is set twice."
                            + " Such calls stay charged with the {3} permits that were reserved. Set it once, in digits",
                    rule,
                    source instanceof AnsweredHeader header
                            ? "the header " + header.name
                            : "the attribute " + ((SetAttribute) source).name,
                    MOST,
                    reserved);
        }
        return OptionalLong.empty();
    }
}
