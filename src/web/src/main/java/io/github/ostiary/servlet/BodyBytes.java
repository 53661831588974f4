package io.github.ostiary.servlet;

import io.github.ostiary.edge.CallOutcome;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of a request's body that were read, and of its answer that were written, where a rule charges for that; as an answer, one that shows
 * nothing else. Thread-safe.
 */
final class BodyBytes implements CallOutcome.Answer {

    private static final long UNKNOWN = -1;

    final AtomicLong read = new AtomicLong();
    final AtomicLong written = new AtomicLong();

    /** The bytes that the caller has announced; {@link #UNKNOWN} of a body without length, 0 without a body. */
    private final long announced;

    /** The fields and parts that the container has read for the application. */
    private final AtomicLong parsed = new AtomicLong();

    BodyBytes(HttpServletRequest request) {
        long length = request.getContentLengthLong();
        this.announced = length >= 0 ? length : Parameters.hasBody(request) ? UNKNOWN : 0;
    }

    /** Whether fields and parts must be looked at: nothing else tells how much there was. */
    boolean countsParsed() {
        return announced == UNKNOWN;
    }

    /** The parameters after the application has asked for one. Those of the query are among them. */
    void parsed(Map<String, String[]> parameters) {
        long bytes = 0;
        for (Map.Entry<String, String[]> field : parameters.entrySet()) {
            for (String value : field.getValue()) {
                bytes += 2 + length(field.getKey()) + length(value);
            }
        }
        parsed.accumulateAndGet(bytes, Math::max);
    }

    /** The parts, fields among them, after the application has asked for one. */
    void parsed(Collection<Part> parts) {
        long bytes = 0;
        for (Part part : parts) {
            bytes += part.getSize() + length(part.getName());
        }
        parsed.accumulateAndGet(bytes, Math::max);
    }

    private static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Discards what is in the buffer: another answer leaves in its place. */
    void discard() {
        written.set(0);
    }

    @Override
    public OptionalLong bytesWritten() {
        return OptionalLong.of(written.get());
    }

    /**
     * The bytes that were read, or announced of a body that the application has not read; nothing is known of one that
     * it left, and that has no length.
     */
    @Override
    public OptionalLong bytesRead() {
        long seen = Math.max(read.get(), parsed.get());
        return seen > 0 || announced != UNKNOWN ? OptionalLong.of(seen > 0 ? seen : announced) : OptionalLong.empty();
    }
}
