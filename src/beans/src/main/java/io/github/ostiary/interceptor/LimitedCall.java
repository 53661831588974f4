package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.RateLimit;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallBody;
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
public final class LimitedCall<E extends Throwable> implements CallBody<Object, E> {

    private final InterceptedCall<E> intercepted;
    private final LimitedMethod site;
    private final CallContext request;
    private final CallContext call;

    /** The edge's, if that ends it. */
    private @Nullable EnteredCall outliving;

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
     * @throws E what the method throws, and {@link InterruptedException} while the call waits for its turn
     */
    public static <E extends Throwable> @Nullable Object decide(InterceptedCall<E> call, LimitedMethod site) throws E {
        return new LimitedCall<>(call, site).decide();
    }

    private @Nullable Object decide() throws E {
        EnteredCall entered = entered();
        if (entered != null && entered.admission() != null) {
            return intercepted.proceed();
        }
        outliving = entered != null && entered.outlivesItsMethod() ? entered : null;
        Object result = site.call(intercepted.guard(), call, this);
        return outliving == null ? result : intercepted.proceed();
    }

    /** Null if no edge is on its way to this very method. */
    private @Nullable EnteredCall entered() {
        EnteredCall entered = request.unwrap(EnteredCall.class).orElse(null);
        return entered != null && entered.begin(Declarations.written(intercepted.method()), intercepted.bean())
                ? entered
                : null;
    }

    @Override
    public @Nullable Object denied(Decision.Denied denied) {
        site.denied(denied, call);
        throw new RateLimitExceededException(denied);
    }

    @Override
    public @Nullable Object waiting(AwaitedTurn turn) throws E {
        try {
            return turn.awaitInterruptibly(this);
        } catch (InterruptedException e) {
            throw intercepted.interrupted(e);
        }
    }

    /** However the method ends, attempts are settled by it and leases released: with it, or with what it promised. */
    @Override
    public @Nullable Object admitted(Admission admission) throws E {
        if (outliving != null) {
            return outliving.admitted(admission);
        }
        boolean known = call.principal().isPresent();
        Object result;
        try {
            result = intercepted.proceed();
        } catch (Throwable thrown) {
            end(admission, thrown, known);
            throw thrown;
        }
        if (result instanceof CompletionStage<?> promise) {
            var unused = promise.whenComplete((value, thrown) -> end(admission, thrown, known));
        } else {
            end(admission, null, known);
        }
        return result;
    }

    /** Ends a call; one that cannot be asked how it ended has not been tried. */
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
