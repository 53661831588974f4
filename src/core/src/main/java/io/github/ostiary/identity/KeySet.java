package io.github.ostiary.identity;

import static java.util.Comparator.comparing;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.MalformedCallException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Alternatives of which the first counts that resolves, else the address. */
record KeySet(List<Alternative> alternatives, IpSource address) {

    /**
     * A set. Names that come in forms from some, in JSON or in credentials from others are the same names: where a name is written
     * must not choose who is counted. They are called as in a form, else as in the first alternative.
     *
     * @throws IllegalArgumentException if an alternative in JSON has none in a form that it could be the same as
     */
    static KeySet of(List<Alternative> alternatives, IpSource address, String text) {
        List<Alternative> first = new ArrayList<>();
        List<Alternative> others = new ArrayList<>();
        for (Alternative alternative : alternatives) {
            (alternative.has(SourceKind.PARAM) ? first : others).add(alternative);
        }
        first.addAll(others);
        boolean forms = first.get(0).has(SourceKind.PARAM);
        List<Alternative> named = new ArrayList<>();
        for (Alternative alternative : alternatives) {
            Alternative name = namedAsOneOf(first, alternative);
            if (forms && alternative.has(SourceKind.JSON) && name.equals(alternative)) {
                throw new IllegalArgumentException("key '" + text
                        + "': a caller who sends JSON must be counted as one who sends a form; write the same parts in the same order"
                        + " for both, such as param:user + ip | json:user.name + ip");
            }
            named.add(name);
        }
        return new KeySet(List.copyOf(named), address);
    }

    private static Alternative namedAsOneOf(List<Alternative> first, Alternative alternative) {
        for (Alternative other : first) {
            Optional<Alternative> named = alternative.namedAs(other);
            if (named.isPresent()) {
                return named.get();
            }
        }
        return alternative;
    }

    /**
     * Resolves it for an attempt, in which a caller may write one name: of two the rule counted the one, and the application might
     * read the other. Who has signed in, and writes a name, is counted by both, so that neither chooses.
     */
    List<KeyResolver> attemptResolvers() {
        if (!has(SourceKind.PRINCIPAL) || written() == 0) {
            return List.of(attemptResolver());
        }
        Set<KeySet> orders = new LinkedHashSet<>(List.of(this));
        orders.add(first(alternative -> alternative.has(SourceKind.PRINCIPAL)));
        orders.add(first(Alternative::isWritten));
        return orders.stream().map(KeySet::attemptResolver).toList();
    }

    /** How many alternatives a caller writes. */
    private int written() {
        int written = 0;
        for (Alternative alternative : alternatives) {
            written += alternative.isWritten() ? 1 : 0;
        }
        return written;
    }

    private KeySet first(Predicate<Alternative> which) {
        return new KeySet(
                alternatives.stream()
                        .sorted(comparing(each -> !which.test(each)))
                        .toList(),
                address);
    }

    private KeyResolver attemptResolver() {
        KeyResolver usual = resolver();
        return written() < 2 ? usual : call -> once(usual, call);
    }

    private Optional<Key> once(KeyResolver usual, CallContext call) {
        for (int i = 1; i < alternatives.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (alternatives.get(i).isWrittenBeside(alternatives.get(j), call)
                        && alternatives.get(j).isWrittenBeside(alternatives.get(i), call)) {
                    throw new MalformedCallException("names are given in two places");
                }
            }
        }
        return usual.resolve(call);
    }

    /** Whether a name would be counted apart, depending on which of two alternatives the caller writes it in. */
    boolean countsApart() {
        for (int i = 0; i < alternatives.size(); i++) {
            for (int j = 0; j < alternatives.size(); j++) {
                if (i != j && namesApart(alternatives.get(i), alternatives.get(j))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean namesApart(Alternative one, Alternative other) {
        return one.typesBeside(other)
                && other.typesBeside(one)
                && one.namedAs(other).filter(one::equals).isEmpty();
    }

    /** Resolves it, by the shortest way, so that callers cannot choose another counter. */
    KeyResolver resolver() {
        if (alternatives.size() > 1) {
            return has(SourceKind.PARAM) && has(SourceKind.JSON) ? this::resolveEitherBody : this::resolve;
        }
        List<Source> only = alternatives.get(0).sources();
        return only.size() == 1 && only.get(0) instanceof IpSource own ? own::resolve : this::resolve;
    }

    /** Empty only if nothing resolves outside a request. What is there must be clear. */
    private Optional<Key> resolve(CallContext call) {
        for (int i = 0; i < alternatives.size(); i++) {
            Key key = alternatives.get(i).find(call);
            if (key != null) {
                return Optional.of(key);
            }
        }
        return addressOfUnnamed(call);
    }

    /** The address of a caller who has not given a part of a name either. */
    private Optional<Key> addressOfUnnamed(CallContext call) {
        for (Alternative alternative : alternatives) {
            if (alternative.readsBody() && alternative.isHalfNamed(call)) {
                throw new MalformedCallException("one part of the name is missing");
            }
        }
        return address.resolve(call);
    }

    /** Whether each alternative knows only callers who have signed in. */
    boolean needsSignIn() {
        for (Alternative alternative : alternatives) {
            if (!alternative.has(SourceKind.PRINCIPAL)) {
                return false;
            }
        }
        return true;
    }

    private boolean has(SourceKind kind) {
        for (int i = 0; i < alternatives.size(); i++) {
            if (alternatives.get(i).has(kind)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Names come in forms from some and in JSON from others: the type of the body says which alternatives can be read. A form has no members; but a JSON body may come with
     * parameters in the query, and then it is unknown which name the application takes.
     */
    private Optional<Key> resolveEitherBody(CallContext call) {
        boolean hidden = false;
        for (Alternative alternative : alternatives) {
            if (alternative.hides(call)) {
                hidden = true;
                if (alternative.hasParameter(call)) {
                    throw new MalformedCallException("a name is given in the query, and may be in the body, too");
                }
            }
        }
        boolean seen = !hidden;
        for (Alternative alternative : alternatives) {
            if (!hidden || !alternative.hides(call)) {
                seen |= alternative.readsBody();
                Key key = alternative.find(call);
                if (key != null) {
                    return Optional.of(key);
                }
            }
        }
        if (!seen) {
            throw Alternative.hidden();
        }
        return addressOfUnnamed(call);
    }

    /** The address, if the alternative that counts for this call is one the caller chooses freely. */
    Optional<Key> freelyChosen(CallContext call) {
        for (Alternative alternative : alternatives) {
            if (!alternative.hides(call) && alternative.find(call) != null) {
                return alternative.freelyChosen() ? address.resolve(call) : Optional.empty();
            }
        }
        return Optional.empty();
    }
}
