package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.MalformedCallException;
import java.util.List;
import java.util.Optional;

/** Alternatives of which the first counts that resolves, else the address. */
record KeySet(List<Alternative> alternatives, IpSource address) {

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

    /** The same, but nobody chooses to be counted elsewhere: what is there must be clear. */
    Optional<Key> resolveClearly(CallContext call) {
        for (Alternative alternative : alternatives) {
            Optional<Key> key = alternative.resolveClearly(call);
            if (key.isPresent()) {
                return key;
            }
            if (alternative.isUnclear(call)) {
                throw new MalformedCallException("a name is given twice, or is none");
            }
        }
        for (Alternative alternative : alternatives) {
            if (alternative.isHalfNamed(call)) {
                throw new MalformedCallException("half of a name is missing");
            }
        }
        return address.resolve(call);
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
