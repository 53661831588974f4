package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import java.util.List;

/** The keys that calls are counted by. */
final class Keys {

    private Keys() {}

    /** Whether a key is nothing but a network address. */
    static boolean isAddress(Key key) {
        return key.parts().size() == 1 && key.has(Key.IP);
    }

    /** The call's key in the first of a rule's sets. */
    static Key first(Rule rule, List<KeyResolver> sets, CallContext call) {
        return sets.stream()
                .findFirst()
                .flatMap(set -> set.resolve(call))
                .orElseThrow(() ->
                        new IllegalArgumentException("this call has no identity that " + rule.full() + " could count"));
    }
}
