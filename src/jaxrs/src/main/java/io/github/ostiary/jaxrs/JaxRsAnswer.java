package io.github.ostiary.jaxrs;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.http.CountedBytes;
import jakarta.ws.rs.container.ContainerResponseContext;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The answer of a resource as far as signals may ask, and the bytes that went in and out where a rule charges for them. */
final class JaxRsAnswer implements CallOutcome.Answer {

    private final AtomicLong read = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    private volatile @Nullable ContainerResponseContext response;
    private volatile boolean sent;

    /** Says what is answered. */
    void is(ContainerResponseContext answer) {
        response = answer;
    }

    @Override
    public Collection<String> headers(String name) {
        ContainerResponseContext known = response;
        List<Object> values = known == null ? null : known.getHeaders().get(name);
        List<String> texts = new ArrayList<>();
        if (values != null) {
            values.forEach(value -> texts.add(String.valueOf(value)));
        }
        return texts;
    }

    @Override
    public OptionalLong bytesRead() {
        long seen = read.get();
        return seen == 0 && sent ? OptionalLong.empty() : OptionalLong.of(seen);
    }

    @Override
    public OptionalLong bytesWritten() {
        return OptionalLong.of(written.get());
    }

    /** A body whose bytes are counted as they are read; of one that is there and left nothing is known. */
    InputStream counted(InputStream body, boolean isThere) {
        sent = isThere;
        return CountedBytes.read(body, read);
    }

    /** A stream whose bytes are counted as they are written. */
    OutputStream counted(OutputStream body) {
        return CountedBytes.written(body, written);
    }
}
