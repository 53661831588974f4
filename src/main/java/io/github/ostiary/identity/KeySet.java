package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.MalformedCallException;
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
        List<Alternative> forms = alternatives.stream()
                .filter(alternative -> alternative.has(SourceKind.PARAM))
                .toList();
        if (forms.isEmpty()) {
            return new KeySet(alternatives, address);
        }
        List<Alternative> named = alternatives.stream()
                .map(alternative -> !alternative.has(SourceKind.JSON)
                        ? alternative
                        : forms.stream()
                                .flatMap(form -> alternative.namedAs(form).stream())
                                .findFirst()
                                .orElseThrow(() -> new IllegalArgumentException("key '" + text
                                        + "': whoever sends JSON must be counted as whoever sends a form; write the same"
                                        + " parts in the same order for both, such as param:user + ip | json:user.name +"
                                        + " ip")))
                .toList();
        return new KeySet(named, address);
    }

    /** Resolves it by the shortest way: of the address alone by itself. */
    KeyResolver resolver() {
        boolean addressAlone = alternatives.size() == 1
                && alternatives.get(0).sources().size() == 1
                && alternatives.get(0).sources().get(0).equals(address);
        return addressAlone ? address::resolve : this::resolve;
    }

    /** Empty only if nothing resolves outside a request. */
    Optional<Key> resolve(CallContext call) {
        for (Alternative alternative : alternatives) {
            Optional<Key> key = alternative.resolve(call);
            if (key.isPresent()) {
                return key;
            }
        }
        return address.resolve(call);
    }

    /** Resolves it so that nobody chooses to be counted elsewhere; of one alternative by the shortest way. */
    KeyResolver clearResolver() {
        return alternatives.size() == 1 ? alternatives.get(0).clearlyOr(this::standIn) : this::resolveClearly;
    }

    /** Who is counted where the only alternative names nobody. */
    private Optional<Key> standIn(CallContext call) {
        if (alternatives.get(0).isUnclear(call)) {
            throw unclear();
        }
        return addressOfUnnamed(call);
    }

    /** The same, but nobody chooses to be counted elsewhere: what is there must be clear. */
    private Optional<Key> resolveClearly(CallContext call) {
        if (readsBothWays()) {
            return resolveEitherBody(call);
        }
        for (Alternative alternative : alternatives) {
            Optional<Key> key = alternative.resolveClearly(call);
            if (key.isPresent()) {
                return key;
            }
            if (alternative.isUnclear(call)) {
                throw unclear();
            }
        }
        return addressOfUnnamed(call);
    }

    /** The address of somebody who has not given a part of a name either. */
    private Optional<Key> addressOfUnnamed(CallContext call) {
        for (Alternative alternative : alternatives) {
            if (alternative.isHalfNamed(call)) {
                throw new MalformedCallException("half of a name is missing");
            }
        }
        return address.resolve(call);
    }

    /** Whether names come in forms for some callers and in JSON for others. */
    private boolean readsBothWays() {
        return alternatives.size() > 1 && has(SourceKind.PARAM) && has(SourceKind.JSON);
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
     * The type of the body says which alternatives can be read. A form has no members; but a JSON body may come with
     * parameters in the query, and then nobody knows which name the application takes.
     */
    private Optional<Key> resolveEitherBody(CallContext call) {
        boolean hidden = false;
        for (Alternative alternative : alternatives) {
            if (alternative.hides(call)) {
                hidden = true;
                if (alternative.hasParameter(call)) {
                    throw unclear();
                }
            }
        }
        boolean seen = !hidden;
        for (Alternative alternative : alternatives) {
            if (!hidden || !alternative.hides(call)) {
                seen |= alternative.readsBody();
                Optional<Key> key = alternative.resolveClearly(call);
                if (key.isPresent()) {
                    return key;
                }
                if (alternative.isUnclear(call)) {
                    throw unclear();
                }
            }
        }
        if (!seen) {
            throw Alternative.hidden();
        }
        return addressOfUnnamed(call);
    }

    private static MalformedCallException unclear() {
        return new MalformedCallException("a name is given twice, or is none");
    }

    /** The address, if the alternative that counts for this call is one the caller chooses freely. */
    Optional<Key> freelyChosen(CallContext call) {
        for (Alternative alternative : alternatives) {
            if (alternative.resolve(call).isPresent()) {
                return alternative.freelyChosen() ? address.resolve(call) : Optional.empty();
            }
        }
        return Optional.empty();
    }
}
