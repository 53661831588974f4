package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.text.IpAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * The identities a rule counts by, as its {@code key} says. Immutable, thread-safe.
 *
 * <p>{@code principal | ip, header:X-Api-Key} has two sets, separated by a comma; a call is counted on each. Of a set's
 * alternatives the first counts all of whose parts (joined by {@code +}) resolve; if none does, the caller's address.
 */
public final class KeyExpression {

    private final List<KeySet> sets;
    private final IpSource address;

    /** The alternatives of all sets. */
    private final List<Alternative> alternatives = new ArrayList<>();

    private KeyExpression(List<KeySet> sets, IpSource address) {
        this.sets = sets;
        this.address = address;
        for (KeySet set : sets) {
            alternatives.addAll(set.alternatives());
        }
    }

    /**
     * Reads a key.
     *
     * @param text such as {@code principal | ip} or {@code param:phone/digits + ip/24/56}
     * @param settings what it depends on
     * @return the key
     * @throws IllegalArgumentException if it is malformed, has a duplicate, or names an unknown resolver; names the
     *     piece, what is allowed and the remedy
     */
    public static KeyExpression parse(String text, KeySettings settings) {
        List<List<List<SourceSpec>>> specs = new KeyParser(text).parse();
        IpSource address = address(specs, settings);
        List<KeySet> sets = new ArrayList<>();
        for (List<List<SourceSpec>> set : specs) {
            List<Alternative> alternatives = new ArrayList<>();
            for (List<SourceSpec> sources : set) {
                alternatives.add(Alternative.of(sources, settings, address));
            }
            sets.add(KeySet.of(alternatives, address, text));
        }
        return new KeyExpression(sets, address);
    }

    /** The first network that is written, else the usual one. */
    private static IpSource address(List<List<List<SourceSpec>>> specs, KeySettings settings) {
        for (List<List<SourceSpec>> set : specs) {
            for (List<SourceSpec> sources : set) {
                for (SourceSpec spec : sources) {
                    if (spec.kind() == SourceKind.IP) {
                        return spec.network(settings);
                    }
                }
            }
        }
        return new SourceSpec(SourceKind.IP, "", List.of()).network(settings);
    }

    /**
     * One resolver per set, in order. Each answers empty only for a call that is no request and has none of the parts;
     * a request whose peer has no readable address counts as {@code ip} {@code unknown}. A parameter or header that is
     * given twice, that is no name because of its control characters, or that may be in a body of another type is no reason to
     * count the address in its place: the application may take the first of two, trim what is none, and read what we do
     * not.
     *
     * @return at least one; thread-safe, and throwing {@link io.github.ostiary.MalformedCallException} for such a call
     *     and if parameters cannot be read
     */
    public List<KeyResolver> sets() {
        List<KeyResolver> resolvers = new ArrayList<>();
        for (KeySet set : sets) {
            resolvers.add(set.resolver());
        }
        return resolvers;
    }

    /**
     * The same for attempts, in which a caller may write one name: where two alternatives of a set are written, with different names,
     * it is unclear which the application reads.
     *
     * @return as {@link #sets}, more than one for a set that counts who has signed in and what is written alike, and throwing
     *     {@link io.github.ostiary.MalformedCallException} for such a call, too
     */
    public List<KeyResolver> attempts() {
        return sets.stream().flatMap(set -> set.attemptResolvers().stream()).toList();
    }

    /** Whether a name would be counted apart, depending on which of two alternatives the caller types it in. */
    public boolean countsApart() {
        return sets.stream().anyMatch(KeySet::countsApart);
    }

    /**
     * Parallel to {@link #sets()}: the address that must be counted too, where the set's key is, for this call, one the
     * caller chooses freely (headers, cookies, session, parameters, and nothing that says who it is).
     *
     * @return as many as sets; each answers empty where the key is no such one
     */
    public List<KeyResolver> freelyChosen() {
        List<KeyResolver> resolvers = new ArrayList<>();
        for (KeySet set : sets) {
            resolvers.add(set::freelyChosen);
        }
        return resolvers;
    }

    /** Whether some alternative gives a caller as many keys as it likes, so that {@code perIp} must be stated. */
    public boolean needsPerIp() {
        return any(Alternative::freelyChosen);
    }

    /** Whether all sources are {@code ip}, {@code host} or {@code global}: then strangers share the key. */
    public boolean networkOnly() {
        return !any(each ->
                each.sources().stream().anyMatch(source -> !source.kind().isShared()));
    }

    /**
     * Whether a key is nothing but such sources.
     *
     * @param key any
     * @return true if strangers share it
     */
    public static boolean isShared(Key key) {
        List<Key.Part> parts = key.parts();
        for (int i = 0; i < parts.size(); i++) {
            if (!SourceKind.isShared(parts.get(i).kind())) {
                return false;
            }
        }
        return true;
    }

    /** Whether some alternative has the caller's address among its parts. */
    public boolean hasAddress() {
        return has(SourceKind.IP);
    }

    /**
     * Whether every alternative has the caller's address among its parts: then a caller elsewhere does not reach another's
     * key.
     */
    public boolean alwaysHasAddress() {
        return !any(alternative -> !alternative.has(SourceKind.IP));
    }

    /**
     * Whether some alternative is nothing but a name that is typed in: a caller who types another's name is counted as them,
     * from anywhere. Telephone numbers ({@code digits}) are not: what is sent to them is counted for their owners' sake.
     */
    public boolean isNameAlone() {
        return any(Alternative::isTypedNames);
    }

    /**
     * Whether some alternative has a name that is typed in and nothing that proves it, such as a session: who types the name of another
     * user would see what is that user's.
     */
    public boolean namesOthers() {
        return any(Alternative::namesOthers);
    }

    /** Whether some set knows only callers who have signed in: other callers are counted by their address instead. */
    public boolean needsSignIn() {
        return sets.stream().anyMatch(KeySet::needsSignIn);
    }

    /** Whether some alternative asks who has signed in, or in which role. */
    public boolean asksForCaller() {
        return has(SourceKind.PRINCIPAL) || has(SourceKind.ROLE);
    }

    /**
     * Whether some source is written by the caller into each request that is to have it: a parameter, a member of JSON, a
     * header.
     *
     * @return false if all is known without that
     */
    public boolean isWritten() {
        return any(Alternative::isWritten);
    }

    /**
     * Whether such a source is there, or may be there where it cannot be read.
     *
     * @param call any call
     * @return true, too, for a name that is given twice or is none
     * @throws io.github.ostiary.MalformedCallException if parameters cannot be read
     */
    public boolean isWrittenIn(CallContext call) {
        return any(Alternative::isWrittenIn, call);
    }

    /**
     * Whether some source is a name in the query, in a body, or in an argument of a bean, all of which a page of another site
     * can fill in.
     *
     * @return false for headers and what a browser keeps
     */
    public boolean isTyped() {
        return any(Alternative::readsBody) || has(SourceKind.ARG);
    }

    /**
     * Whether some source is the name in credentials of the protocol.
     *
     * @return true if there is a {@code basic:} source
     */
    public boolean readsCredentials() {
        return has(SourceKind.BASIC);
    }

    /**
     * The name and the password that name who is tried, if the protocol carries them.
     *
     * @param call any
     * @return empty where another name is written, or may be
     * @throws io.github.ostiary.MalformedCallException if parameters cannot be read
     */
    public String credentials(CallContext call) {
        return readsCredentials() && !isTypedIn(call)
                ? BasicCredentials.credentials(call.headers(BasicCredentials.HEADER))
                : "";
    }

    /**
     * Whether some alternative is nothing but what a browser keeps, and the network: who drops it begins anew.
     *
     * @return true for {@code session}, {@code cookie:C + ip} and the like
     */
    public boolean isKeptByCaller() {
        return any(Alternative::isKeptByCaller);
    }

    /**
     * Whether a name is in the query or the body of a request, or may be there where it cannot be read.
     *
     * @param call any call
     * @return false for names elsewhere
     * @throws io.github.ostiary.MalformedCallException if parameters cannot be read
     */
    public boolean isTypedIn(CallContext call) {
        return any(Alternative::isTypedIn, call);
    }

    /**
     * The parameters it reads.
     *
     * @return the names of all {@code param:} sources, in alphabetical order
     */
    public Set<String> parameters() {
        return names(SourceKind.PARAM);
    }

    /**
     * The headers it reads.
     *
     * @return the names of all {@code header:} sources, as they are written, in alphabetical order
     */
    public Set<String> headers() {
        return names(SourceKind.HEADER);
    }

    private Set<String> names(SourceKind kind) {
        Set<String> names = new TreeSet<>();
        for (Alternative alternative : alternatives) {
            for (Source source : alternative.sources()) {
                if (source.kind() == kind && source instanceof TextSource text) {
                    names.add(text.name());
                }
            }
        }
        return names;
    }

    /**
     * Whether resolving it may read a JSON body.
     *
     * @return true if there is a {@code json:} source
     */
    public boolean readsJson() {
        return has(SourceKind.JSON);
    }

    /**
     * Whether some call could have this key, so that one made by hand reaches the filter's counter.
     *
     * @param key as {@link #adopt} returns it
     * @return true for the parts of an alternative, in its order, as it would write them; for a lone address; and where a
     *     resolver may make anything
     */
    public boolean couldMake(Key key) {
        if (key.parts().size() == 1 && key.parts().get(0).kind().equals(Key.IP)) {
            return true;
        }
        return any(Alternative::couldMake, key.parts());
    }

    /**
     * The keys by which a caller is counted of which only this is known. What a resolver or a role would make is not among
     * them, nor a key of parts of which one is not known, nor the address of a caller who has none of the parts.
     *
     * @param name a name the caller may have: a user, a session, an API key; or nothing
     * @param address the address of the caller, or nothing
     * @return as the filter makes them; none twice
     */
    public List<Key> known(Optional<String> name, Optional<IpAddress> address) {
        Set<Key> keys = new LinkedHashSet<>();
        for (Alternative alternative : alternatives) {
            Optional<Key> key = alternative.known(name, address);
            if (key.isPresent()) {
                keys.add(key.get());
            }
        }
        return List.copyOf(keys);
    }

    /**
     * Brings a key from Java code to this expression's networks: each {@code ip} part that is a full address is masked
     * to the prefix lengths of the alternative that makes keys of such parts; where none does, of the first {@code ip} source
     * (else /32 and the global IPv6 prefix length). So {@code limiter.tryAcquire(Key.ip("2001:db8::1"))} meets the filter's
     * counter.
     *
     * @param key any
     * @return the same, but for such parts
     */
    public Key adopt(Key key) {
        if (!key.has(Key.IP)) {
            return key;
        }
        for (Alternative alternative : alternatives) {
            IpSource network = alternative.network();
            if (network != null && alternative.couldMake(key.parts())) {
                return network.adopt(key);
            }
        }
        return address.adopt(key);
    }

    /**
     * The key under which a caller is counted. Where a rule counts a name that is typed in, such as {@code param:username},
     * that is the one a principal of that name would type.
     *
     * @param key any
     * @return as {@link #adopt} returns it; empty if no call could have it, nor one of a caller of that name
     */
    public Optional<Key> knownAs(Key key) {
        Key adopted = adopt(key);
        if (couldMake(adopted)) {
            return Optional.of(adopted);
        }
        Key.Part first = key.parts().get(0);
        if (key.parts().size() > 1 || !first.kind().equals(Key.PRINCIPAL) || first.isDigested()) {
            return Optional.empty();
        }
        for (Alternative alternative : alternatives) {
            Optional<Key> typed = alternative.typed(first.value());
            if (typed.isPresent()) {
                return typed;
            }
        }
        return Optional.empty();
    }

    private boolean has(SourceKind kind) {
        return any(Alternative::has, kind);
    }

    private boolean any(Predicate<Alternative> test) {
        return any((alternative, asked) -> asked.test(alternative), test);
    }

    /** Whether any alternative passes a test of something. Requests ask: it makes nothing. */
    private <T> boolean any(BiPredicate<Alternative, T> test, T about) {
        for (int i = 0; i < alternatives.size(); i++) {
            if (test.test(alternatives.get(i), about)) {
                return true;
            }
        }
        return false;
    }
}
