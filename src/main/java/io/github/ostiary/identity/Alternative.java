package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.MalformedCallException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

    /**
     * The same, but where all else is there, a parameter that may be in a body nobody reads must not be looked for
     * elsewhere.
     *
     * @throws MalformedCallException if one may be
     */
    Optional<Key> resolveClearly(CallContext call) {
        if (!readsParameters()) {
            return resolve(call);
        }
        @Nullable Key[] found = new @Nullable Key[sources.size()];
        for (int i = 0; i < found.length; i++) {
            if (!isParameter(sources.get(i))) {
                Optional<Key> part = sources.get(i).resolve(call);
                if (part.isEmpty()) {
                    return resolve(call);
                }
                found[i] = part.get();
            }
        }
        requireSeen(call);
        return joined(found, call);
    }

    private Optional<Key> joined(@Nullable Key[] found, CallContext call) {
        Key joined = null;
        for (int i = 0; i < found.length; i++) {
            Key there = found[i];
            Key part = there == null ? sources.get(i).resolve(call).orElse(null) : there;
            if (part == null) {
                return Optional.empty();
            }
            joined = joined == null ? part : joined.and(part);
        }
        return Optional.ofNullable(joined);
    }

    private void requireSeen(CallContext call) {
        for (Source source : sources) {
            if (isParameter(source) && source.isHidden(call)) {
                throw new MalformedCallException("a name may be in a body that is no form");
            }
        }
    }

    private boolean readsParameters() {
        for (Source source : sources) {
            if (isParameter(source)) {
                return true;
            }
        }
        return false;
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
        return source instanceof TextSource text && text.kind() == SourceKind.PARAM;
    }

    /** Whether the caller can have ever new ones: by what it chooses freely, with nothing that ties this to it. */
    boolean freelyChosen() {
        return sources.stream().anyMatch(source -> source.kind().hand() == SourceKind.Hand.CALLER)
                && sources.stream().noneMatch(source -> source.kind().ties());
    }
}
