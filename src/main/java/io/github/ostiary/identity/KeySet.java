package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.MalformedCallException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Alternatives of which the first counts that resolves, else the address. */
record KeySet(List<Alternative> alternatives, IpSource address) {

    /**
     * A set. Names that come in forms from some and in JSON from others are the same names: the type of a body must not
     * choose who is counted.
     *
     * @throws IllegalArgumentException if an alternative in JSON has none in a form that it could be the same as
     */
    static KeySet of(List<Alternative> alternatives, IpSource address, String text) {
        List<Alternative> forms = new ArrayList<>();
        for (Alternative alternative : alternatives) {
            if (alternative.has(SourceKind.PARAM)) {
                forms.add(alternative);
            }
        }
        List<Alternative> named = new ArrayList<>();
        for (Alternative alternative : alternatives) {
            boolean both = !forms.isEmpty() && alternative.has(SourceKind.JSON);
            named.add(both ? namedAsOneOf(forms, alternative, text) : alternative);
        }
        return new KeySet(List.copyOf(named), address);
    }

    private static Alternative namedAsOneOf(List<Alternative> forms, Alternative json, String text) {
        for (Alternative form : forms) {
            Optional<Alternative> named = json.namedAs(form);
            if (named.isPresent()) {
                return named.get();
            }
        }
        throw new IllegalArgumentException("key '" + text
                + "': a caller who sends JSON must be counted as one who sends a form; write the same parts in the same order"
                + " for both, such as param:user + ip | json:user.name + ip");
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
                throw new MalformedCallException("half of a name is missing");
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
