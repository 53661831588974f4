package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.CallOutcome;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The attributes that an application which works on sets on a request whose caller has left. Thread-safe. */
final class LateAttributes implements CallContext {

    private final ConcurrentMap<String, Object> attributes = new ConcurrentHashMap<>(2);

    void set(String name, Object value) {
        attributes.put(name, value);
    }

    @Override
    public @Nullable Object attribute(String name) {
        return attributes.get(name);
    }

    /** The end of the work, which nothing else shows. */
    CallOutcome outcome(boolean authenticatedBefore) {
        return new CallOutcome(
                OptionalInt.empty(), CallOutcome.Answer.NONE, Optional.empty(), true, authenticatedBefore, this);
    }
}
