package io.github.ostiary.servlet;

import io.github.ostiary.edge.CallOutcome;
import jakarta.servlet.http.HttpServletRequest;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of a request's body that were read, and of its answer that were written, where a rule charges for that; as an answer, one that shows
 * nothing else. Thread-safe.
 */
final class BodyBytes implements CallOutcome.Answer {

    final AtomicLong read = new AtomicLong();
    final AtomicLong written = new AtomicLong();

    /** What the caller has announced; 0 if it has announced nothing. */
    private final long announced;

    private final boolean answersBody;

    BodyBytes(HttpServletRequest request) {
        this.announced = Math.max(0, request.getContentLengthLong());
        this.answersBody = !"HEAD".equals(request.getMethod());
    }

    /** What is in the buffer never leaves: another answer does. */
    void discard() {
        written.set(0);
    }

    @Override
    public OptionalLong bytesWritten() {
        return OptionalLong.of(answersBody ? written.get() : 0);
    }

    /** Of a body that the container has read, as it does of forms, what was announced. */
    @Override
    public OptionalLong bytesRead() {
        long seen = read.get();
        return OptionalLong.of(seen == 0 ? announced : seen);
    }
}
