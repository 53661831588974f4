package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The request methods that a rule is about. Immutable.
 *
 * @param names upper case, HEAD with GET; empty for all
 * @param exact whether a name in another case is another method: for rules that waive others. Applications take {@code post}
 *     for {@code POST}, so that rules that count and deny must, too
 * @param others the calls of all other methods that are meant as well; asked last, since it may read the body
 */
public record Methods(Set<String> names, boolean exact, Predicate<CallContext> others) {

    /** No call. */
    public static final Predicate<CallContext> NO_OTHERS = call -> false;

    /** Every method. */
    public static final Methods ALL = new Methods(Set.of(), false, NO_OTHERS);

    /** Copies the set. */
    public Methods {
        names = names.contains("GET") ? withHead(names) : Set.copyOf(names);
    }

    /** These methods in any case, and no others. */
    public static Methods of(Set<String> names) {
        return new Methods(names, false, NO_OTHERS);
    }

    /** The same for a rule that waives others: another spelling gets no waiver. */
    public Methods exactly() {
        return new Methods(names, true, others);
    }

    /** Servlets answer HEAD by doing what GET does. */
    private static Set<String> withHead(Set<String> names) {
        return Stream.concat(names.stream(), Stream.of("HEAD")).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the call's method is one of the names. */
    boolean name(CallContext call) {
        if (names.isEmpty()) {
            return true;
        }
        Optional<String> method = call.method();
        return method.isPresent()
                && (names.contains(method.get())
                        || (!exact && names.contains(method.get().toUpperCase(Locale.ROOT))));
    }
}
