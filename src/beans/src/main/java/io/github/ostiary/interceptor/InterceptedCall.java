package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call of a bean's method, as the container hands it to what it calls before. To be used by one thread at a time.
 *
 * @param <E> what may come of the method
 * @hidden
 */
public interface InterceptedCall<E extends Throwable> {

    /**
     * The target's class.
     *
     * @return possibly one that the container has made from it
     */
    Class<?> bean();

    /**
     * The method.
     *
     * @return as the container names it
     */
    Method method();

    /**
     * The arguments of the call.
     *
     * @return as it is now; what was null is
     */
    Object[] arguments();

    /**
     * The guard of the bean's application.
     *
     * @return to be asked
     * @throws IllegalStateException if there is none
     */
    Guard guard();

    /**
     * The name of the caller.
     *
     * @param request that the call belongs to
     * @return empty if that is not known
     */
    Optional<String> principal(CallContext request);

    /**
     * Whether the caller has a role.
     *
     * @param request that the call belongs to
     * @param role its name
     * @return false if the caller is not known
     */
    boolean inRole(CallContext request, String role);

    /**
     * The container's own view of the call.
     *
     * @return of a type that resolvers of keys may ask for
     */
    Object invocation();

    /**
     * Goes on to the method.
     *
     * @return what it returns
     * @throws E as it does
     */
    @Nullable
    Object proceed() throws E;

    /**
     * Gives the failure of a call whose thread was interrupted while the call waited.
     *
     * @param interruption of the thread
     * @return as the container wants it thrown
     */
    E interrupted(InterruptedException interruption);
}
