package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The condition a call must meet for a rule to match: {@code when}. Immutable, thread-safe.
 *
 * <p>A comma list, all of which must hold, each negated by a leading {@code !}:
 *
 * <ul>
 *   <li>{@code role:NAME}: the authenticated caller has the role
 *   <li>{@code principal:present}, {@code principal:absent}, {@code principal=NAME} (in any spelling of the name)
 *   <li>{@code host:NAME}: in any case
 *   <li>{@code header:NAME}, {@code cookie:NAME}, {@code param:NAME}, {@code attribute:NAME}, {@code arg:NAME}: there
 *       is one; with {@code =VALUE} one of its values is exactly that, compared in constant time
 *   <li>{@code json:NAME=VALUE}: the member of a JSON body is exactly that. Whether the rule applies must not be the
 *       choice of who writes the body: where two readings are possible, the call is malformed
 * </ul>
 *
 * <p>Names and values with a comma, a quote or outer space are quoted: {@code header:X-Pass="a, b"}; a backslash takes
 * the next character as it is. Conditions on parameters and members are asked last, because they may read the body.
 */
public final class Condition implements Predicate<CallContext> {

    private final List<Clause> clauses;

    private Condition(List<Clause> clauses) {
        this.clauses = clauses;
    }

    /**
     * Reads {@code when}.
     *
     * @param when blank for no condition, which always holds
     * @return the condition
     * @throws IllegalArgumentException if it is malformed; names what is allowed and the remedy, but no value: it may
     *     be a secret
     */
    public static Condition parseAll(String when) {
        List<Clause> clauses = new ClauseParser(when).parse();
        return new Condition(clauses.stream()
                .sorted(Comparator.comparing(Clause::readsParameters))
                .toList());
    }

    /**
     * The condition that the authenticated caller is one of a list of names: {@code allow.NAME.principal}, {@code
     * block.NAME.principal}.
     *
     * @param list comma-separated; quoted where a name holds a comma
     * @param waives whether those get something others do not: then in exactly this spelling, else in any
     * @return thread-safe; false for an anonymous caller
     * @throws IllegalArgumentException if the list or a name is blank or malformed
     */
    public static Predicate<CallContext> principals(String list, boolean waives) {
        List<Clause> clauses = new ClauseParser(list).names();
        return call -> {
            for (Clause clause : clauses) {
                if (waives ? clause.testCertainly(call) : clause.test(call)) {
                    return true;
                }
            }
            return false;
        };
    }

    /**
     * Whether it holds.
     *
     * @param call any call
     * @return true if every single condition does
     * @throws MalformedCallException if parameters or members are asked for and cannot be read
     */
    @Override
    public boolean test(CallContext call) {
        for (int i = 0; i < clauses.size(); i++) {
            if (!clauses.get(i).test(call)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The same, for rules about attempts: the type of a body does not choose whether a rule applies.
     *
     * @return throwing {@link MalformedCallException}, too, where a parameter it depends on may be in a body that cannot
     *     be read
     */
    public Predicate<CallContext> clearly() {
        return call -> clauses.stream().allMatch(clause -> {
            if (clause.isHidden(call)) {
                throw new MalformedCallException("a condition may be in a body that is no form");
            }
            return clause.test(call);
        });
    }

    /**
     * The same, for rules that waive others.
     *
     * @return false, too, where a parameter it depends on may be in a body that cannot be read, and for a principal of the
     *     same name in another spelling
     */
    public Predicate<CallContext> certainly() {
        return call -> clauses.stream().allMatch(clause -> clause.testCertainly(call));
    }

    /**
     * Whether it asks who has signed in, or in which role.
     *
     * @return true if so
     */
    public boolean asksForCaller() {
        return clauses.stream().anyMatch(Clause::asksForCaller);
    }

    /**
     * Whether it can hold only for callers who have signed in.
     *
     * @return true if so
     */
    public boolean needsCaller() {
        return clauses.stream().anyMatch(clause -> clause.asksForCaller() && !clause.negated());
    }

    /**
     * Whether testing it may read the request's body.
     *
     * @return true if there is a {@code param:} or {@code json:} condition
     */
    public boolean readsParameters() {
        return clauses.stream().anyMatch(Clause::readsParameters);
    }

    /**
     * Whether testing it may read a JSON body.
     *
     * @return true if there is a {@code json:} condition
     */
    public boolean readsJson() {
        return clauses.stream().anyMatch(Clause::readsJson);
    }
}
