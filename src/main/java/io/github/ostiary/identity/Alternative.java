package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Sources that count together, {@code principal+ip}. */
record Alternative(List<Source> sources) {

    /** All parts in order; empty if one does not resolve. */
    Optional<Key> resolve(CallContext call) {
        Key joined = null;
        for (Source source : sources) {
            Key part = source.resolve(call).orElse(null);
            if (part == null) {
                return Optional.empty();
            }
            joined = joined == null ? part : joined.and(part);
        }
        return Optional.ofNullable(joined);
    }

    /** Whether these could be its parts; a resolver may make any, and any number. */
    boolean couldMake(List<Key.Part> parts) {
        if (sources.stream().anyMatch(source -> source.kind() == SourceKind.RESOLVER)) {
            return true;
        }
        return sources.size() == parts.size()
                && IntStream.range(0, parts.size()).allMatch(i -> sources.get(i).couldMake(parts.get(i)));
    }

    boolean isUnclear(CallContext call) {
        return sources.stream().anyMatch(source -> source.isUnclear(call));
    }

    /** Whether a parameter that would tell may be in a body that nobody reads, while all else is there. */
    boolean isHidden(CallContext call) {
        return sources.stream()
                        .allMatch(source ->
                                isParameter(source) || source.resolve(call).isPresent())
                && sources.stream().anyMatch(source -> source.isHidden(call));
    }

    /** Whether some of its parameters are there, and nothing but others of them is missing. */
    boolean isHalfNamed(CallContext call) {
        boolean named = false;
        boolean missing = false;
        for (Source source : sources) {
            boolean there = source.resolve(call).isPresent();
            if (!there && !isParameter(source)) {
                return false;
            }
            named |= there && isParameter(source);
            missing |= !there;
        }
        return named && missing;
    }

    private static boolean isParameter(Source source) {
        return source.kind() == SourceKind.PARAM;
    }

    /** Whether the caller can have ever new ones: by what it chooses freely, with nothing that ties this to it. */
    boolean freelyChosen() {
        return sources.stream().anyMatch(source -> source.kind().hand() == SourceKind.Hand.CALLER)
                && sources.stream().noneMatch(source -> source.kind().ties());
    }
}
