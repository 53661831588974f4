package io.github.ostiary.operate;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Changes to a configuration that have a requirement met; none if it is. Not thread-safe. */
record Advice(Set<String> write, Set<String> takeAway) {

    /** Nothing yet. */
    Advice() {
        this(new LinkedHashSet<>(), new LinkedHashSet<>());
    }

    /** Lines to write. */
    static Advice writing(List<String> lines) {
        Advice advice = new Advice();
        advice.write().addAll(lines);
        return advice;
    }

    void add(Advice other) {
        write.addAll(other.write());
        takeAway.addAll(other.takeAway());
    }

    boolean isEmpty() {
        return write.isEmpty() && takeAway.isEmpty();
    }
}
