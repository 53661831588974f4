package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.http.GuardedExchange;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Everything a request holds, from its admission to its end: settled as soon as the outcome shows, ended once, when the
 * outermost filter is left or, of an asynchronous request, when it completes. Requests that hold nothing have none.
 */
final class RequestHoldings implements AsyncListener {

    private final Deployment deployment;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final List<Holding> holdings = new CopyOnWriteArrayList<>();
    private final AtomicInteger depth = new AtomicInteger(1);
    private final AtomicBoolean listening = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Whether the container has said that the caller has left, or that the time is up. */
    private volatile boolean deserted;

    private volatile @Nullable Thread answering;

    /** Whether the application has ended its asynchronous work. */
    private volatile boolean workDone;

    /** Whether the request has ended before that. */
    private volatile boolean outlived;

    private volatile @Nullable String redirect;
    private volatile boolean answered;

    /** Null where no rule charges for them. */
    volatile @Nullable BodyBytes bytes;

    /** The word of the application when its caller has left. */
    private volatile @Nullable LateAttributes late;

    /** Nothing yet; the filter that makes it is the outermost. */
    RequestHoldings(Deployment deployment, HttpServletRequest request, HttpServletResponse response) {
        this.deployment = deployment;
        this.request = request;
        this.response = response;
    }

    /** The holdings of a request by now, under the name that its application has for it; null for none. */
    static @Nullable RequestHoldings of(ServletRequest request, String name) {
        return request.getAttribute(name) instanceof RequestHoldings found && !found.ended.get() ? found : null;
    }

    /** Adds what a position has admitted the request to; beans behind share it. */
    void add(Admission admission, CallContext call, boolean authenticatedBefore, @Nullable SessionRenewal renewal) {
        holdings.add(new Holding(admission, call, authenticatedBefore, renewal, depth.get()));
        if (bytes == null && admission.countsBytes()) {
            bytes = new BodyBytes(request);
        }
        List<Admission> admissions = new ArrayList<>(holdings.size());
        for (Holding holding : holdings) {
            admissions.add(holding.admission);
        }
        request.setAttribute(Admission.ADMISSIONS, Collections.unmodifiableList(admissions));
    }

    /** One more filter is on the way; says whether it is the outermost. */
    boolean arrived() {
        return depth.getAndIncrement() == 0;
    }

    /**
     * Ends it, if this was the outermost filter and nothing goes on elsewhere. Where something escapes, nothing does:
     * Tomcat drops such a request, though asynchronous, without a word to its listeners.
     */
    void leave(@Nullable Throwable failure) {
        int left = depth.getAndDecrement();
        if (failure != null) {
            failed(failure, left);
        }
        if (left > 1 || isForsaken()) {
            return;
        }
        if (failure != null || !request.isAsyncStarted()) {
            end(false);
        } else if (listening.compareAndSet(false, true)) {
            listen();
        }
    }

    /** A request that takes no listener any more has ended. */
    private void listen() {
        try {
            request.getAsyncContext().addListener(this);
        } catch (Throwable failure) {
            over();
            if (!(failure instanceof IllegalStateException)) {
                throw failure;
            }
        }
    }

    /**
     * Fails; what an application's filter between two of ours catches has not escaped from what the outer one decided.
     */
    private void failed(Throwable failure, int escapedFrom) {
        for (Holding holding : holdings) {
            if (holding.depth >= escapedFrom) {
                holding.thrown = failure;
            }
        }
    }

    /**
     * Another position denies the caller. The application has answered nothing, and that answer is not the application's: only
     * what its filters in between have shown counts.
     */
    void turnedAway() {
        end(true);
    }

    /** A denial that was thrown behind is about to be answered: to be followed by {@link #denied}. */
    void denying(int status, Throwable failure) {
        answered = true;
        failed(failure, 0);
        settle(OptionalInt.of(status), null, Optional.of(rootOf(failure)));
    }

    /** It is answered; a handler of the application may have chosen another status. */
    void denied() {
        end(false);
    }

    /** The application sets a status: a failure that it shows is remembered, even if the final answer looks different. */
    void setting(int status) {
        if (!ended.get()) {
            GuardedExchange.each(holdings, holding -> holding.admission.answering(status));
        }
    }

    /** Whether any of it is an attempt. */
    boolean holdAttempt() {
        for (Holding holding : holdings) {
            if (holding.admission.holdsAttempt()) {
                return true;
            }
        }
        return false;
    }

    /** An answer is about to leave: what it shows is settled before the caller can act on it. */
    void answering(int status, @Nullable String location) {
        settle(OptionalInt.of(status), location, Optional.empty());
    }

    /** Servers resolve a redirect by the caller's spelling of the path: what the application wrote counts. */
    void redirected(String location) {
        redirect = location;
    }

    private void settle(OptionalInt status, @Nullable String location, Optional<Throwable> thrown) {
        if (!ended.get()) {
            GuardedExchange.each(
                    holdings, holding -> holding.admission.settle(outcome(holding, status, location, thrown, false)));
        }
    }

    private void end(boolean unanswered) {
        if (ended.compareAndSet(false, true)) {
            GuardedExchange.each(holdings, holding -> end(holding, unanswered));
        }
    }

    /** Ends a holding. If its outcome cannot be read, that is a fault, and the outcome is unclear. */
    private void end(Holding holding, boolean unanswered) {
        try {
            holding.admission.end(
                    unanswered ? outcome(holding, OptionalInt.empty(), null, Optional.empty(), false) : atEnd(holding));
        } catch (Throwable failure) {
            holding.admission.end(outcome(holding, OptionalInt.empty(), null, Optional.of(failure), false));
            throw failure;
        } finally {
            holding.admission.leave();
        }
    }

    /**
     * The outcome at the end: who hangs up while a long answer is written has seen how it began, and what was shown
     * stays shown.
     */
    private CallOutcome atEnd(Holding holding) {
        Throwable failure = holding.thrown;
        boolean known = failure == null || answered || response.isCommitted();
        OptionalInt status = known ? OptionalInt.of(response.getStatus()) : OptionalInt.empty();
        String location = redirect == null ? response.getHeader("Location") : redirect;
        Optional<Throwable> root = failure == null ? Optional.empty() : Optional.of(rootOf(failure));
        return outcome(holding, status, location, root, failure == null);
    }

    private static Throwable rootOf(Throwable failure) {
        boolean hidden = failure instanceof ServletException && failure.getCause() == null;
        Throwable root = hidden ? ((ServletException) failure).getRootCause() : null;
        return root == null ? failure : root;
    }

    private CallOutcome outcome(
            Holding holding,
            OptionalInt status,
            @Nullable String location,
            Optional<Throwable> failure,
            boolean returned) {
        boolean answers = status.isPresent();
        return new CallOutcome(
                status,
                answers ? Optional.ofNullable(location) : Optional.empty(),
                answers ? new ShownAnswer(request, response, measured(), holding.renewal) : measured(),
                failure,
                returned,
                holding.authenticatedBefore,
                holding.call);
    }

    /** An application that has ended has no listeners, and its class loader loads nothing any more. */
    @Override
    public void onComplete(AsyncEvent event) {
        if (!deployment.closed.get()) {
            over();
        }
    }

    /**
     * The request is over. Of one whose caller has left the work may go on: its permits are not returned before it ends,
     * and its attempts stay reserved, or a caller would have them back by leaving early.
     */
    private void over() {
        if (!isForsaken()) {
            end(false);
        } else if (ended.compareAndSet(false, true)) {
            late = new LateAttributes();
            outlived = true;
            GuardedExchange.each(holdings, holding -> {
                holding.admission.bill(atEnd(holding));
                holding.admission.unattended();
            });
            if (workDone) {
                workEndedLate();
            }
        }
    }

    private boolean isForsaken() {
        return deserted && !workDone;
    }

    /** The application begins asynchronous work. */
    void workBegins() {
        deserted = false;
        workDone = false;
    }

    /** It says that this work is done, or goes on in a dispatch. */
    void workEnds() {
        workDone = true;
    }

    /** The thread on which the container tells listeners that the caller has left, or that the time is up; null for none. Says which it was. */
    @Nullable
    Thread answersFor(@Nullable Thread listening) {
        Thread before = answering;
        answering = listening;
        return before;
    }

    /** Whether such a listener calls. */
    boolean isAnsweredFor() {
        return answering == Thread.currentThread();
    }

    /** It said so when the request was over. */
    void workEndedLate() {
        if (outlived) {
            LateAttributes known = late;
            GuardedExchange.each(holdings, holding -> {
                if (known != null) {
                    holding.admission.bill(known.outcome(holding.authenticatedBefore));
                }
                holding.admission.leave();
            });
        }
    }

    /** All that is known where there is no answer. */
    CallOutcome.Answer measured() {
        BodyBytes counted = bytes;
        return counted == null ? CallOutcome.Answer.NONE : counted;
    }

    /** Keeps an attribute that is set when the container's request is over, and can be asked no more. */
    void setting(String name, @Nullable Object value) {
        LateAttributes known = late;
        if (known != null && value != null) {
            known.set(name, value);
        }
    }

    @Override
    public void onError(AsyncEvent event) {
        deserted = true;
        Throwable failure = event.getThrowable();
        if (failure != null) {
            failed(failure, 0);
        }
    }

    /** Completes later, with a server error or as the application pleases. */
    @Override
    public void onTimeout(AsyncEvent event) {
        deserted = true;
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        workBegins();
        event.getAsyncContext().addListener(this);
    }

    /** The request's answer as far as signals may ask. */
    private record ShownAnswer(
            HttpServletRequest request,
            HttpServletResponse response,
            CallOutcome.Answer measured,
            @Nullable SessionRenewal renewal)
            implements CallOutcome.Answer {

        @Override
        public String contextPath() {
            return request.getServletContext().getContextPath();
        }

        @Override
        public Collection<String> headers(String name) {
            return response.getHeaders(name);
        }

        @Override
        public OptionalLong bytesWritten() {
            return measured.bytesWritten();
        }

        @Override
        public OptionalLong bytesRead() {
            return measured.bytesRead();
        }

        @Override
        public boolean sessionRenewed() {
            return renewal != null && renewal.shows(response);
        }
    }
}
