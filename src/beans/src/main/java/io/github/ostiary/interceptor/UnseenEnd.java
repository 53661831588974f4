package io.github.ostiary.interceptor;

import io.github.ostiary.Guard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A limited method that returns before its work has ended, and says nothing of that. Immutable.
 *
 * @param method what limits it
 * @param problem if a rule has to know the end
 */
record UnseenEnd(LimitedMethod method, String problem) implements DeclaredNeed {

    @Override
    public @Nullable ClassLoader loader() {
        return method.loader();
    }

    @Override
    public List<String> problemsWith(Guard guard) {
        return method.isHeld(guard) ? List.of(problem) : List.of();
    }
}
