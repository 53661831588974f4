package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.Quota;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallBody;
import io.github.ostiary.edge.Position;
import io.github.ostiary.http.QuotaMerge;
import io.github.ostiary.http.RequestPath;
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
 * the deployment's own: another application the request is forwarded to has rules of its own. A request that bears no such
 * note has met no filter of ours, and is asked for nothing else that one would have left.
 */
final class GuardedRequest extends ServletAnswer implements CallBody<Decision, RuntimeException> {

    private final FilterContext filterContext;
    private final DispatcherType dispatch;

    /** The decisions so far, and whether the request bears them. */
    private final Progress progress;

    private boolean noted;

    private @Nullable RequestHoldings holdings;
    private boolean outermost;

    /** Whether no filter of ours can have answered the caller yet. */
    private boolean fresh;

    private CallContext call = RequestPath.UNKNOWN;

    /** The wait whose end has led here; null if none has. */
    private @Nullable AsyncWait waited;

    /** A request that has reached a filter. */
    GuardedRequest(FilterContext filterContext, HttpServletRequest request, HttpServletResponse response) {
        super(request, response);
        this.filterContext = filterContext;
        this.dispatch = request.getDispatcherType();
        Progress before = Progress.of(request, filterContext.deployment.progressName);
        this.noted = before != null;
        this.progress = before == null ? new Progress() : before;
        this.holdings = noted ? RequestHoldings.of(request, filterContext.deployment.holdingsName) : null;
        this.fresh = dispatch == DispatcherType.REQUEST && !noted;
        if (holdings != null) {
            outermost = holdings.arrived();
        }
    }

    /** Decides, then answers or goes on; settles what the request holds, unless it goes on elsewhere. */
    void pass(FilterChain chain) throws IOException, ServletException {
        try {
            if (admitted()) {
                answered(ChallengePlace.before(filterContext, call, chain));
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

    /** Goes on; those behind get a request and a response that are watched, while the request holds anything. */
    private void proceed(FilterChain chain) throws IOException, ServletException {
        CallContext outer = CurrentCall.remember(call);
        try {
            if (holdings != null && outermost) {
                WatchedResponse answer = new WatchedResponse(response, holdings);
                chain.doFilter(new HeldRequest(handedOn(answer), answer, holdings), answer);
            } else {
                chain.doFilter(handedOn(response), response);
            }
        } finally {
            CurrentCall.forget(outer);
        }
    }

    private HttpServletRequest handedOn(HttpServletResponse answer) {
        return call instanceof HttpCallContext http ? http.handedOn(answer) : request;
    }

    /** Whether an answer given now would be the response's: an included resource cannot set its status. */
    private boolean canAnswer() {
        return !response.isCommitted() && dispatch != DispatcherType.INCLUDE;
    }

    /** Decides what this filter has to decide and has not been decided; a denial is answered when this returns. */
    private boolean admitted() throws IOException, ServletException {
        if (!noted && request.getAttribute(DECISION) instanceof Decision.Denied) {
            return true; // the container's own sign-in was denied in front of all filters: this answers the denial
        }
        try {
            call = new HttpCallContext(request, response, filterContext.deployment, true);
        } catch (MalformedCallException e) {
            deny(RequestPath.UNREADABLE);
            return false;
        }
        return passes(filterContext.position) && (!filterContext.decidesBoth || passes(Position.LAST));
    }

    /** Stores what has been decided, before any other code can ask. */
    private void note() {
        if (!noted) {
            noted = true;
            request.setAttribute(filterContext.deployment.progressName, progress);
        }
    }

    /** Decides by the rules of a position, and says whether the request may go on; a denial is answered. */
    private boolean passes(Position position) throws IOException, ServletException {
        boolean resumes = position == Position.FIRST && dispatch == DispatcherType.ASYNC;
        waited = resumes ? AsyncWait.ended(request) : null;
        if (waited != null) {
            return waited.take() && passes(waited.turn().goOn(this));
        }
        return !progress.begins(position, call.path().orElse(""))
                || passes(filterContext.snapshot.entrance.call(call, position, progress, this));
    }

    private boolean passes(@Nullable Decision decision) throws IOException, ServletException {
        if (decision instanceof Decision.Denied denied) {
            deny(denied);
            return false;
        }
        return decision != null;
    }

    @Override
    public Decision denied(Decision.Denied denied) {
        return denied;
    }

    @Override
    public @Nullable Decision waiting(AwaitedTurn turn) {
        if (!canSuspend()) {
            return turn.await(this);
        }
        note();
        AsyncWait.begin(filterContext.deployment, request, turn, isKnown());
        return null;
    }

    /** Writes to the answer where the caller stands. */
    @Override
    public Decision admitted(Admission admission) {
        if (admission.holdsAnything()) {
            hold(admission, isKnown());
        }
        Decision decision = admission.decision();
        Decision merged = fresh ? decision : QuotaMerge.merged(earlier(), decision);
        fresh = false;
        note();
        request.setAttribute(DECISION, merged);
        filterContext.snapshot.headers.write(this, merged);
        return merged;
    }

    /** Whether its caller was known before it waited. */
    private boolean isKnown() {
        return waited == null ? call.principal().isPresent() : waited.authenticatedBefore();
    }

    private boolean canSuspend() {
        return filterContext.maySuspend
                && (waited != null || dispatch == DispatcherType.REQUEST)
                && request.isAsyncSupported()
                && !request.isAsyncStarted();
    }

    private void hold(Admission admission, boolean authenticated) {
        RequestHoldings holder = holdings;
        if (holder == null) {
            holder = new RequestHoldings(filterContext.deployment, request, response);
            request.setAttribute(filterContext.deployment.holdingsName, holder);
            holdings = holder;
            outermost = true;
        }
        holder.add(admission, call, authenticated, filterContext.snapshot.sessions ? SessionRenewal.of(request) : null);
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
        holder.denying(filterContext.snapshot.edge.status(denied), failure);
        try {
            answer(denied);
        } finally {
            holder.denied();
        }
    }

    /**
     * Denies; what was to be included has no status: the including page answers with the denial, where it still can.
     */
    private void deny(Decision.Denied denied) throws IOException, ServletException {
        if (dispatch == DispatcherType.INCLUDE) {
            throw new RateLimitExceededException(denied);
        }
        if (holdings != null) {
            holdings.turnedAway();
        }
        answer(denied);
    }

    private void answer(Decision.Denied denied) throws IOException, ServletException {
        List<Quota> earlier = fresh ? List.of() : earlier();
        progress.end();
        note();
        request.setAttribute(DECISION, denied);
        deny(filterContext.snapshot.responder, call, denied, earlier);
    }

    private List<Quota> earlier() {
        return request.getAttribute(DECISION) instanceof Decision decision ? decision.quotas() : List.of();
    }
}
