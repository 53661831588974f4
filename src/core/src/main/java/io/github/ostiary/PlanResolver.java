package io.github.ostiary;

import java.util.List;
import java.util.Optional;

/**
 * The application's word on what a caller has paid for, as its customer database has it; used in configuration as {@code
 * rate.by=plan:CLASS}. The bean of that class, if there is one, else an instance made by its public no-argument constructor.
 * Thread-safe.
 *
 * <p>Asked on a thread of the guard's, with the application's class loader and no request active, and not for each call: what
 * was said is kept for {@code plan.cache}, and goes on while the resolver fails. It may be slow; one that does not return within
 * 30 s is interrupted.
 */
@FunctionalInterface
public interface PlanResolver {

    /**
     * The plan of a caller.
     *
     * @param key who, as the rule counts it
     * @return the PLAN of {@code rate.PLAN}; if empty, {@link #ratesOf} is asked, and without such rates {@code rate} applies
     * @throws Exception if it is not known now; what was known goes on
     */
    Optional<String> planOf(Key key) throws Exception;

    /**
     * The rates of a caller with a contract; asked if {@link #planOf} returns none.
     *
     * @param key who, as the rule counts it
     * @return as in {@code rate}, such as {@code Rate.parseAll("20/1s, 500000/month")}, in the rule's zone; empty for none
     * @throws Exception if they are not known now; what was known goes on
     */
    default List<Rate> ratesOf(Key key) throws Exception {
        return List.of();
    }
}
