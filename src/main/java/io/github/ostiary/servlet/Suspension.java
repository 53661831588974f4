package io.github.ostiary.servlet;

import io.github.ostiary.Admission;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A request that waits for its admission without a thread, and is dispatched again when it has it. */
final class Suspension implements AsyncListener {

    private static final System.Logger LOG = System.getLogger(Suspension.class.getName());
    private static final String ATTRIBUTE = "io.github.ostiary.suspension";

    private final Admission admission;
    private final boolean authenticatedBefore;
    private final AtomicBoolean over = new AtomicBoolean();

    private Suspension(Admission admission, boolean authenticatedBefore) {
        this.admission = admission;
        this.authenticatedBefore = authenticatedBefore;
    }

    /** Lets a request wait; the filter must be left at once. */
    static void begin(HttpServletRequest request, Admission admission, boolean authenticatedBefore) {
        Suspension suspension = new Suspension(admission, authenticatedBefore);
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        async.addListener(suspension);
        request.setAttribute(ATTRIBUTE, suspension);
        admission.whenReady(() -> suspension.resume(async));
    }

    /** The suspension whose end this dispatch is; afterwards there is none. */
    static @Nullable Suspension ended(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Suspension suspension) {
            request.removeAttribute(ATTRIBUTE);
            return suspension;
        }
        return null;
    }

    Admission admission() {
        return admission;
    }

    boolean authenticatedBefore() {
        return authenticatedBefore;
    }

    /** Whoever is first may end it: the request that goes on, or the caller who has left. */
    boolean take() {
        return over.compareAndSet(false, true);
    }

    private void resume(AsyncContext async) {
        if (over.get()) {
            return;
        }
        try {
            async.dispatch();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A request that waited cannot go on", e);
            quit();
        }
    }

    private void quit() {
        if (take()) {
            admission.giveUp();
            admission.end();
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        quit();
    }

    @Override
    public void onError(AsyncEvent event) {
        quit();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        quit();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
