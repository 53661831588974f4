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

    /** Reads how it is written. */
    static Alternative of(List<SourceSpec> specs, KeySettings settings, IpSource address) {
        List<Source> sources = new ArrayList<>();
        for (SourceSpec spec : specs) {
            sources.add(spec.bind(settings, address));
        }
        return new Alternative(List.copyOf(sources));
    }

    /** The same, with what is typed named as another's; empty if the two differ in anything else. */
    Optional<Alternative> namedAs(Alternative first) {
        if (first.sources.size() != sources.size()) {
            return Optional.empty();
        }
        List<Source> named = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            Source own = sources.get(i);
            Source other = first.sources.get(i);
            if (own instanceof TextSource typed && other instanceof TextSource name && typed.isSameName(name)) {
                named.add(typed.namedAs(name));
            } else if (own.kind() == other.kind()
                    && Objects.equals(own, other)) { // a record makes classes when it is first asked
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
     * Its key; null if a part is missing. Where all else is there, a name that may be in an unreadable body is not looked
     * for elsewhere.
     *
     * @throws MalformedCallException if a name may be in such a body, or a part is not clear, whether others are missing or
     *     not
     */
    @Nullable
    Key find(CallContext call) {
        if (hides(call) && hasAllElse(call)) {
            throw hidden();
        }
        Key joined = null;
        boolean complete = true;
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            if (complete || source.kind().isWritten()) {
                Key part = source.find(call);
                complete &= part != null;
                joined = joined == null || part == null ? part : joined.and(part);
            }
        }
        return complete ? joined : null;
    }

    /** Whether everything is there that no body has. */
    private boolean hasAllElse(CallContext call) {
        for (Source source : sources) {
            if (!isInBody(source) && source.find(call) == null) {
                return false;
            }
        }
        return true;
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
            if (source.kind() == SourceKind.PARAM && source.isThere(call)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a caller has written, or may have, what another alternative does not read. Of two bodies a request has one. */
    boolean isWrittenBeside(Alternative other, CallContext call) {
        for (Source source : sources) {
            if (source.kind().isWritten()
                    && !other.sources.contains(source)
                    && (source.isThere(call) || (!other.readsBody() && source.isHidden(call)))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a name is typed in it that another alternative does not read. */
    boolean typesBeside(Alternative other) {
        for (Source source : sources) {
            if (source.kind().isTyped() && !other.sources.contains(source)) {
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

    /** Whether a caller who types the name of another is known as them: no part proves who it is. */
    boolean namesOthers() {
        boolean typed = false;
        for (Source source : sources) {
            if (source.kind().proves()) {
                return false;
            }
            typed |= source.kind().isTyped();
        }
        return typed;
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
            if (source.kind().isWritten() && (source.isThere(call) || source.isHidden(call))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a caller can begin anew by dropping what its browser keeps: a session, beside which all else is typed or shared
     * with strangers, or a cookie alone. A cookie with other parts may be a part of the name.
     */
    boolean isKeptByCaller() {
        boolean session = false;
        boolean cookie = false;
        boolean typed = false;
        for (Source source : sources) {
            SourceKind kind = source.kind();
            session |= kind == SourceKind.SESSION;
            cookie |= kind == SourceKind.COOKIE;
            typed |= kind != SourceKind.COOKIE && !kind.isShared();
            if (kind.identifies() && !kind.isShared()) {
                return false;
            }
        }
        return session || (cookie && !typed);
    }

    /** The same for names in the query or a body alone. */
    boolean isTypedIn(CallContext call) {
        for (Source source : sources) {
            if (isInBody(source) && (source.isThere(call) || source.isHidden(call))) {
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
            boolean there = source.isThere(call);
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
