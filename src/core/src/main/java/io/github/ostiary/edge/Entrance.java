package io.github.ostiary.edge;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The way in for calls, and the one place that knows the order: asked, waiting, let in or denied. An edge is what calls come in
 * by, such as a filter or an interceptor, and calls {@code call}; another edge begins here. Thread-safe.
 */
public interface Entrance {

    /**
     * Has an edge go on with a request, or answer it, as all rules of one position decide together whose path, methods and
     * conditions match. Fails for nothing that a caller sent.
     *
     * @param <T> what comes of it, if anything
     * @param <E> what may come of it otherwise
     * @param call the request
     * @param position where in the filter chain this is
     * @param met the rules that the request has met before, which do not decide it again; those that decide it now are added
     * @param body goes on, or answers
     * @return what comes of the request, or as much as is known while it waits
     * @throws E what comes of it otherwise
     */
    <T, E extends Throwable> @Nullable T call(CallContext call, Position position, MetRules met, CallBody<T, E> body)
            throws E;

    /**
     * Has an edge go on with a call, or answer it, as some rules decide, whatever their paths and methods; a rule whose {@code
     * when} does not hold lets pass.
     *
     * @param <T> what comes of it, if anything
     * @param <E> what may come of it otherwise
     * @param rules their names; rules of every kind that have one of them
     * @param call the call
     * @param body goes on, or answers
     * @return what comes of the call, or as much as is known while it waits
     * @throws E what comes of it otherwise
     * @throws IllegalArgumentException if there is no such rule; the message names the nearest
     */
    <T, E extends Throwable> @Nullable T call(Collection<String> rules, CallContext call, CallBody<T, E> body) throws E;

    /**
     * The reference of a denial, for an edge that is about to answer it: it belongs in an answer that is not
     * cached. The denial is recorded, and {@code OperatorApi.explained} explains it by the reference.
     *
     * @param call that is denied
     * @param denied why
     * @return eight characters that tell nothing; null if denials are not noted ({@code explain.keep=0})
     */
    default @Nullable String reference(CallContext call, Decision.Denied denied) {
        return null;
    }

    /**
     * The entrance of a guard.
     *
     * @param guard made by {@code Guard.builder()}, by the filter, or injected
     * @return decides by that guard's rules
     * @throws IllegalArgumentException if another library implements it
     */
    static Entrance of(Guard guard) {
        if (guard instanceof Entrance entrance) {
            return entrance;
        }
        throw new IllegalArgumentException(guard.getClass().getName()
                + " is no guard of Ostiary's own: an edge needs the one that Guard.builder() or the filter has made");
    }
}
