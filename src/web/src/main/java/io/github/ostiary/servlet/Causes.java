package io.github.ostiary.servlet;

import io.github.ostiary.RateLimitExceededException;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;

/** The denial in what containers make of it. */
final class Causes {

    private static final int DEPTH = 50;

    private Causes() {}

    static @Nullable RateLimitExceededException denial(Throwable failure) {
        return denial(failure, DEPTH);
    }

    private static @Nullable RateLimitExceededException denial(@Nullable Throwable failure, int depth) {
        if (failure == null || depth == 0) {
            return null;
        }
        if (failure instanceof RateLimitExceededException found) {
            return found;
        }
        RateLimitExceededException below = denial(failure.getCause(), depth - 1);
        if (below == null
                && failure instanceof ServletException servlet
                && servlet.getRootCause() != failure.getCause()) {
            below = denial(servlet.getRootCause(), depth - 1);
        }
        return below;
    }
}
