package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.RateLimit;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.setup.EnteredCall;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One call of a method that {@link RateLimit} limits, whichever container intercepts it: asks the guard, then denies or goes
 * on. To be used by one thread at a time.
 *
 * @param <E> what may come of the method
 * @hidden
 */
public final class LimitedCall<E extends Throwable> {

    private final InterceptedCall<E> intercepted;
    private final LimitedMethod site;
    private final CallContext request;
    private final CallContext call;

    private LimitedCall(InterceptedCall<E> intercepted, LimitedMethod site) {
        this.intercepted = intercepted;
        this.site = site;
        this.request = CurrentCall.get();
        this.call = new BeanCallContext(intercepted, request, site);
    }

    /**
     * Decides, then denies or goes on.
     *
     * @param <E> what may come of the method
     * @param call of a method that is limited
     * @param site what limits it
     * @return what the method returns
     * @throws RateLimitExceededException if the call is denied; nothing behind has been reached
     * @throws io.github.ostiary.ConfigurationException if the annotation is wrong and the deployment did not find that
     * @throws IllegalStateException if there is no guard to ask
     * @throws InterruptedException while the call waits for its turn
     * @throws E what the method throws
     */
    public static <E extends Throwable> @Nullable Object decide(InterceptedCall<E> call, LimitedMethod site)
            throws E, InterruptedException {
        return new LimitedCall<>(call, site).decide();
    }

    private @Nullable Object decide() throws E, InterruptedException {
        EnteredCall entered = entered();
        if (entered != null && entered.admission() != null) {
            return intercepted.proceed();
        }
        Admission admission = site.enter(intercepted.guard(), call);
        if (entered == null || !entered.outlivesItsMethod()) {
            return proceed(admission);
        }
        entered.admit(admission);
        admission.await();
        requireAllowed(admission);
        return intercepted.proceed();
    }

    /** Null if no edge is on its way to this very method. */
    private @Nullable EnteredCall entered() {
        EnteredCall entered = request.unwrap(EnteredCall.class).orElse(null);
        return entered != null && entered.begin(Declarations.written(intercepted.method()), intercepted.bean())
                ? entered
                : null;
    }

    private static void requireAllowed(Admission admission) {
        if (admission.decision() instanceof Decision.Denied denied) {
            throw new RateLimitExceededException(denied);
        }
    }

    private @Nullable Object proceed(Admission admission) throws E, InterruptedException {
        try {
            admission.await();
            requireAllowed(admission);
            return proceed(admission, call.principal().isPresent());
        } catch (Throwable failure) {
            admission.end();
            throw failure;
        }
    }

    /** However the method ends, attempts are settled by it and leases released: with it, or with what it promised. */
    private @Nullable Object proceed(Admission admission, boolean known) throws E {
        try {
            Object result = intercepted.proceed();
            if (result instanceof CompletionStage<?> promise) {
                var unused = promise.whenComplete((value, thrown) -> end(admission, thrown, known));
            } else {
                end(admission, null, known);
            }
            return result;
        } catch (Throwable thrown) {
            end(admission, thrown, known);
            throw thrown;
        }
    }

    /** What cannot be asked how it ended has not been tried. */
    private void end(Admission admission, @Nullable Throwable thrown, boolean known) {
        try {
            admission.end(outcome(thrown, known));
        } finally {
            admission.end();
        }
    }

    private CallOutcome outcome(@Nullable Throwable thrown, boolean known) {
        return new CallOutcome(
                OptionalInt.empty(), CallOutcome.Answer.NONE, Optional.ofNullable(thrown), thrown == null, known, call);
    }
}
