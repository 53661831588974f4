package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.Quota;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.CurrentCall;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through one filter. What has been decided is noted on the request, under a name of the
 * deployment's own: another application the request is forwarded to has rules of its own. A request that bears no such
 * note has met no filter of ours, and is asked for nothing else that one would have left.
 */
final class GuardedRequest {

    private static final CallContext UNREADABLE = new CallContext() {};

    private final Deployment deployment;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final boolean maySuspend;
    private final DispatcherType dispatch;
    private @Nullable Progress progress;
    private @Nullable RequestHoldings holdings;
    private boolean outermost;

    /** Whether nobody of ours can have told the caller anything yet. */
    private boolean untold;

    private CallContext call = UNREADABLE;

    /**
     * A request that has reached a filter.
     *
     * @param maySuspend whether it reaches this filter again, and the same ones behind it, when it is dispatched again
     */
    GuardedRequest(
            Deployment deployment, HttpServletRequest request, HttpServletResponse response, boolean maySuspend) {
        this.deployment = deployment;
        this.request = request;
        this.response = response;
        this.maySuspend = maySuspend;
        this.dispatch = request.getDispatcherType();
        this.progress = deployment.progress(request);
        this.holdings = progress == null ? null : deployment.holdings(request);
        this.untold = dispatch == DispatcherType.REQUEST;
        if (holdings != null) {
            outermost = holdings.arrived();
        }
    }

    /** Decides, then answers or goes on; settles what the request holds, unless it goes on elsewhere. */
    void pass(Position registered, FilterChain chain) throws IOException, ServletException {
        try {
            if (admitted(registered)) {
                answered(chain);
            }
        } catch (Throwable failure) {
            leave(failure);
            throw failure;
        }
        leave(null);
    }

    private void leave(@Nullable Throwable failure) {
        if (holdings != null) {
            holdings.leave(failure);
        }
    }

    private void answered(FilterChain chain) throws IOException, ServletException {
        try {
            proceed(chain);
        } catch (IOException | ServletException | RuntimeException | Error failure) {
            RateLimitExceededException denial = Causes.denial(failure);
            if (denial == null || !canAnswer()) {
                throw failure;
            }
            deny(denial.decision(), failure);
        }
    }

    /** Those behind get a response that is watched, while the request holds anything. */
    private void proceed(FilterChain chain) throws IOException, ServletException {
        CallContext outer = CurrentCall.remember(call);
        try {
            HttpServletResponse answer =
                    holdings != null && outermost ? new WatchedResponse(response, holdings) : response;
            chain.doFilter(call instanceof HttpCallContext http ? http.handedOn(answer) : request, answer);
        } finally {
            CurrentCall.forget(outer);
        }
    }

    /** Whether an answer given now would be the response's: an included resource cannot set its status. */
    private boolean canAnswer() {
        return !response.isCommitted() && dispatch != DispatcherType.INCLUDE;
    }

    /** Decides what this filter has to decide and has not been decided; a denial is answered when this returns. */
    private boolean admitted(Position registered) throws IOException, ServletException {
        boolean counts = dispatch != DispatcherType.ERROR && dispatch != DispatcherType.INCLUDE;
        try {
            call = deployment.call(request, response);
        } catch (MalformedCallException e) {
            if (counts) {
                deny(Decision.deny(Decision.Reason.MALFORMED, "path", List.of(), null, false, false));
            }
            return !counts;
        }
        if (!counts) {
            return true;
        }
        boolean decidesBoth = registered == Position.FIRST && deployment.lacksSecond();
        return passes(registered) && (!decidesBoth || passes(Position.LAST));
    }

    private boolean firstTime(Position position) {
        Progress before = progress;
        if (before != null && before.includes(position)) {
            return false;
        }
        Progress own = position == Position.FIRST ? Progress.FIRST : Progress.LAST;
        Progress now = before == null ? own : Progress.BOTH;
        progress = now;
        deployment.note(now, request);
        return true;
    }

    private boolean passes(Position position) throws IOException, ServletException {
        untold &= progress == null;
        boolean resumes = position == Position.FIRST && dispatch == DispatcherType.ASYNC;
        AsyncWait waited = resumes ? AsyncWait.ended(request) : null;
        if (waited != null) {
            return waited.take() && passes(waited.admission(), waited);
        }
        return !firstTime(position) || passes(deployment.enter(call, position), null);
    }

    /** Whatever fails from here on, what was granted comes back: here, or when the filter is left with what it holds. */
    private boolean passes(Admission admission, @Nullable AsyncWait waited) throws IOException, ServletException {
        try {
            if (!admission.holdsAnything()) {
                return told(admission.decision());
            }
            boolean known = waited == null ? call.principal().isPresent() : waited.authenticatedBefore();
            if (admission.isWaiting()) {
                if (waited == null && canSuspend()) {
                    AsyncWait.begin(deployment, request, admission, known);
                    return false;
                }
                await(admission);
            }
            Decision decision = admission.decision();
            if (!(decision instanceof Decision.Denied) && admission.holdsAnything()) {
                hold(admission, known);
            }
            return told(decision);
        } catch (Throwable failure) {
            admission.giveUp();
            admission.end();
            throw failure;
        }
    }

    private boolean canSuspend() {
        return maySuspend
                && dispatch == DispatcherType.REQUEST
                && request.isAsyncSupported()
                && !request.isAsyncStarted();
    }

    private static void await(Admission admission) {
        try {
            admission.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells the caller where it stands; says whether it may go on. */
    private boolean told(Decision decision) throws IOException, ServletException {
        if (decision instanceof Decision.Denied denied) {
            deny(denied);
            return false;
        }
        Decision merged = untold ? decision : QuotaMerge.merged(earlier(), decision);
        request.setAttribute(OstiaryContext.DECISION, merged);
        deployment.headers.write(response, merged);
        return true;
    }

    private void hold(Admission admission, boolean authenticated) {
        RequestHoldings holder = holdings;
        if (holder == null) {
            holder = deployment.hold(request, response);
            holdings = holder;
            outermost = true;
        }
        holder.add(
                admission,
                call,
                authenticated,
                deployment.edge().reach().sessions() ? SessionRenewal.of(request) : null);
    }

    /**
     * Answers a denial that came from behind: perhaps from behind the password check, so that attempts are settled by
     * the denial and its status, as by anything else that the application throws and answers.
     */
    private void deny(Decision.Denied denied, Throwable failure) throws IOException, ServletException {
        RequestHoldings holder = holdings;
        if (holder == null) {
            answer(denied);
            return;
        }
        holder.denying(deployment.edge().status(denied), failure);
        try {
            answer(denied);
        } finally {
            holder.denied();
        }
    }

    private void deny(Decision.Denied denied) throws IOException, ServletException {
        if (holdings != null) {
            holdings.turnedAway();
        }
        answer(denied);
    }

    private void answer(Decision.Denied denied) throws IOException, ServletException {
        List<Quota> quotas = QuotaMerge.merged(denied.quotas(), earlier());
        request.setAttribute(OstiaryContext.DECISION, denied);
        deployment.note(Progress.BOTH, request);
        deployment.responder().deny(request, response, call, denied, quotas);
    }

    private List<Quota> earlier() {
        return request.getAttribute(OstiaryContext.DECISION) instanceof Decision decision
                ? decision.quotas()
                : List.of();
    }
}
