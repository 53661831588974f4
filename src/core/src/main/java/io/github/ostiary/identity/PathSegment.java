package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import java.util.Optional;

/** A segment of the request's path. */
final class PathSegment {

    private PathSegment() {}

    /** The n-th segment from 1, doubled slashes counting once; empty if the path is shorter. */
    static Optional<String> of(CallContext call, int n) {
        String path = call.path().orElse("");
        int seen = 0;
        int start = 0;
        while (start < path.length()) {
            int slash = path.indexOf('/', start);
            int end = slash < 0 ? path.length() : slash;
            if (end > start && ++seen == n) {
                return Optional.of(path.substring(start, end));
            }
            start = end + 1;
        }
        return Optional.empty();
    }
}
