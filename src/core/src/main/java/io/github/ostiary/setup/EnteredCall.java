package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallBody;
import io.github.ostiary.edge.CallOutcome;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way to a method of a bean, by an edge in front of the beans. What the edge has decided, the interceptor
 * does not ask again. To be used by one thread at a time.
 *
 * @hidden
 */
public abstract class EnteredCall extends CallView implements CallBody<Boolean, RuntimeException> {

    private final Class<?> bean;
    private final Method method;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile @Nullable Admission admission;

    /**
     * A call that has not begun.
     *
     * @param request that it belongs to
     * @param bean whose method it is
     * @param method that will be called
     */
    protected EnteredCall(CallContext request, Class<?> bean, Method method) {
        super(request);
        this.bean = bean;
        this.method = method;
    }

    /**
     * Begins the call, the first time the method is called.
     *
     * @param called the method
     * @param target the class it is called on
     * @return false if this is another method, or the same once more
     */
    public boolean begin(Method called, Class<?> target) {
        return called.getName().equals(method.getName())
                && Arrays.equals(called.getParameterTypes(), method.getParameterTypes())
                && (bean.isAssignableFrom(target) || target.isAssignableFrom(bean))
                && begun.compareAndSet(false, true);
    }

    /**
     * The admission of the call.
     *
     * @return null if the interceptor decides it, and has not yet
     */
    public @Nullable Admission admission() {
        return admission;
    }

    /** Takes note of what the call was admitted to; the edge ends it. */
    @Override
    public Boolean admitted(Admission decided) {
        admission = decided;
        return true;
    }

    /**
     * Ends what the edge has decided, if it has: attempts are settled by what the answer shows. What cannot be asked how it ended
     * has not been tried.
     *
     * @param status of the answer; empty if there is none
     * @param location where it redirects to
     * @param returned whether it tells of no failure
     * @param known whether the caller had signed in before
     */
    protected final void end(OptionalInt status, Optional<String> location, boolean returned, boolean known) {
        Admission decided = admission;
        if (decided == null) {
            return;
        }
        try {
            decided.end(new CallOutcome(
                    status, location, CallOutcome.Answer.NONE, Optional.empty(), returned, known, this));
        } finally {
            decided.end();
        }
    }

    /**
     * Leaves to its work what the edge has decided, if it has: its caller has left, or the time is up, and the work says nothing of its
     * end. Permits end with their leases, and attempts stay reserved.
     *
     * @return false if the edge has decided nothing
     */
    protected final boolean isLeftToItsWork() {
        Admission decided = admission;
        if (decided != null) {
            decided.unattended();
        }
        return decided != null;
    }

    /**
     * Whether the call goes on when its method has returned: then it is not ended by who begins it.
     *
     * @return true for asynchronous methods
     */
    public abstract boolean outlivesItsMethod();

    /** The thread leaves the request; work on other threads goes on. */
    public abstract void leave();

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return type == EnteredCall.class ? Optional.of(type.cast(this)) : super.unwrap(type);
    }
}
