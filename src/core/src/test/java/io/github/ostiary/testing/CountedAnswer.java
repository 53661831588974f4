package io.github.ostiary.testing;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.CallOutcome;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** An answer made up by a test, with headers, and with the bytes that were written and read for it. */
public record CountedAnswer(Map<String, List<String>> shown, long written, long read) implements CallOutcome.Answer {

    @Override
    public Collection<String> headers(String name) {
        return shown.getOrDefault(name, List.of());
    }

    @Override
    public OptionalLong bytesWritten() {
        return OptionalLong.of(written);
    }

    @Override
    public OptionalLong bytesRead() {
        return OptionalLong.of(read);
    }

    /** A call that ends with it, 200. */
    public CallOutcome ending(CallContext call) {
        return new CallOutcome(OptionalInt.of(200), this, Optional.empty(), true, false, call);
    }
}
