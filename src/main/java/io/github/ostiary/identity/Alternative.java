package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.text.IpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sources that count together, {@code principal+ip}. */
record Alternative(List<Source> sources) {

    /** From how it is written. */
    static Alternative of(List<SourceSpec> specs, KeySettings settings, IpSource address) {
        List<Source> sources = new ArrayList<>();
        for (SourceSpec spec : specs) {
            sources.add(spec.bind(settings, address));
        }
        return new Alternative(List.copyOf(sources));
    }

    /** The same, with its members of JSON named as another's parameters; empty if the two differ in anything else. */
    Optional<Alternative> namedAs(Alternative form) {
        if (form.sources.size() != sources.size() || form.has(SourceKind.JSON)) {
            return Optional.empty();
        }
        List<Source> named = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            Source own = sources.get(i);
            Source other = form.sources.get(i);
            if (own instanceof TextSource member
                    && other instanceof TextSource parameter
                    && member.isSameName(parameter)) {
                named.add(member.namedAs(parameter));
            } else if (own.equals(other)) {
                named.add(own);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new Alternative(List.copyOf(named)));
    }

    /** The key of a caller of which only this is known; empty if that is not enough. */
    Optional<Key> known(Optional<String> name, Optional<IpAddress> address) {
        Key joined = null;
        for (Source source : sources) {
            Key part = source.known(name, address).orElse(null);
            if (part == null) {
                return Optional.empty();
            }
            joined = joined == null ? part : joined.and(part);
        }
        return Optional.ofNullable(joined);
    }

    /**
     * Its key. Where all else is there, a name that may be in an unreadable body is not looked for elsewhere; where a part is
     * missing, the others are only asked for what is unclear.
     *
     * @throws MalformedCallException if a name may be in such a body
     */
    FoundKey find(CallContext call) {
        Parts parts = new Parts(sources.size());
        look(call, false, parts);
        if (parts.complete && hides(call)) {
            throw hidden();
        }
        look(call, true, parts);
        return parts.joined();
    }

    private void look(CallContext call, boolean inBody, Parts parts) {
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            if (isInBody(source) == inBody && (parts.complete || source.kind().isWritten())) {
                parts.put(i, source.find(call));
            }
        }
    }

    /** The parts of a key while they are looked for. */
    private static final class Parts {

        private final @Nullable Key[] found;
        private boolean complete = true;
        private boolean unclear;

        Parts(int count) {
            this.found = new Key[count];
        }

        void put(int at, FoundKey part) {
            found[at] = part.key();
            complete &= part.found();
            unclear |= part.unclear();
        }

        FoundKey joined() {
            if (!complete) {
                return unclear ? FoundKey.UNCLEAR : FoundKey.ABSENT;
            }
            Key joined = Objects.requireNonNull(found[0]);
            for (int i = 1; i < found.length; i++) {
                joined = joined.and(Objects.requireNonNull(found[i]));
            }
            return FoundKey.of(joined);
        }
    }

    /** Whether one of its names may be in a body it is not read from. */
    boolean hides(CallContext call) {
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            if (isInBody(source) && source.isHidden(call)) {
                return true;
            }
        }
        return false;
    }

    static MalformedCallException hidden() {
        return new MalformedCallException("a name may be in a body of another type, or one that cannot be read");
    }

    /** Whether it has names that may be in a body. */
    boolean readsBody() {
        for (int i = 0; i < sources.size(); i++) {
            if (isInBody(sources.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** The network it counts; null if it counts none. */
    @Nullable
    IpSource network() {
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i) instanceof IpSource network) {
                return network;
            }
        }
        return null;
    }

    /** Whether one of its sources is of a kind. */
    boolean has(SourceKind kind) {
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i).kind() == kind) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of its parameters is there. */
    boolean hasParameter(CallContext call) {
        for (Source source : sources) {
            if (source.kind() == SourceKind.PARAM && source.find(call).isThere()) {
                return true;
            }
        }
        return false;
    }

    /** Whether these could be its parts; a resolver may make any, and any number. */
    boolean couldMake(List<Key.Part> parts) {
        if (has(SourceKind.RESOLVER)) {
            return true;
        }
        if (sources.size() != parts.size()) {
            return false;
        }
        for (int i = 0; i < parts.size(); i++) {
            if (!sources.get(i).couldMake(parts.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The key of a caller who types a name; empty if it is anything but a name that is typed in. */
    Optional<Key> typed(String name) {
        return sources.size() == 1 && sources.get(0) instanceof TextSource text && text.isTypedName()
                ? text.keyOf(name)
                : Optional.empty();
    }

    /** Whether it is nothing but names that every caller can type in. */
    boolean isTypedNames() {
        for (Source source : sources) {
            if (!(source instanceof TextSource text && text.isTypedName())) {
                return false;
            }
        }
        return true;
    }

    /** Whether the caller writes a part of it into each request that is to have it. */
    boolean isWritten() {
        for (Source source : sources) {
            if (source.kind().isWritten()) {
                return true;
            }
        }
        return false;
    }

    /** Whether such a part is there, or may be there where it cannot be read. */
    boolean isWrittenIn(CallContext call) {
        for (Source source : sources) {
            if (source.kind().isWritten() && (source.find(call).isThere() || source.isHidden(call))) {
                return true;
            }
        }
        return false;
    }

    /** Whether some of its names in a body are there, and nothing but others of them is missing. */
    boolean isHalfNamed(CallContext call) {
        boolean named = false;
        boolean missing = false;
        for (Source source : sources) {
            boolean there = source.find(call).found();
            if (!there && !isInBody(source)) {
                return false;
            }
            named |= there && isInBody(source);
            missing |= !there;
        }
        return named && missing;
    }

    private static boolean isInBody(Source source) {
        return source.kind().inBody();
    }

    /** Whether the caller can have ever new ones: by what it chooses freely, with nothing that identifies it. */
    boolean freelyChosen() {
        boolean chosen = false;
        for (Source source : sources) {
            if (source.kind().identifies()) {
                return false;
            }
            chosen |= source.kind().isFree();
        }
        return chosen;
    }
}
