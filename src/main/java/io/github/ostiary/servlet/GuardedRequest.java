package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.Quota;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Position;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through one filter. That a position has been decided is noted on the request, by the deployment
 * that did: another application the request is forwarded to has rules of its own.
 */
final class GuardedRequest {

    private static final String DECIDED = "io.github.ostiary.decided.";
    private static final Set<DispatcherType> NEVER_COUNTED = EnumSet.of(DispatcherType.ERROR, DispatcherType.INCLUDE);
    private static final CallContext UNREADABLE = new CallContext() {};

    private final Deployment deployment;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final boolean maySuspend;
    private @Nullable RequestHoldings closing;
    private boolean outermost;
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
        enter(RequestHoldings.existing(request));
    }

    private void enter(@Nullable RequestHoldings found) {
        closing = found;
        outermost = found != null && found.enter();
    }

    HttpServletRequest request() {
        return request;
    }

    /** The response for those behind; watched, while the request holds anything. */
    HttpServletResponse response() {
        return closing != null && outermost ? new WatchedResponse(response, closing) : response;
    }

    CallContext call() {
        return call;
    }

    /** Whether an answer given now would be the response's: an included resource cannot set its status. */
    boolean canAnswer() {
        return !response.isCommitted() && request.getDispatcherType() != DispatcherType.INCLUDE;
    }

    /** Decides what this filter has to decide and has not been decided; a denial is answered when this returns. */
    boolean admitted(Position registered) throws IOException, ServletException {
        boolean counts = !NEVER_COUNTED.contains(request.getDispatcherType());
        try {
            call = new HttpCallContext(request, response, deployment);
        } catch (MalformedCallException e) {
            if (counts) {
                deny(Decision.deny(Decision.Reason.MALFORMED, "path", List.of(), null, false, false));
            }
            return !counts;
        }
        for (Position position : deployment.positions(registered)) {
            if (counts && !passes(position)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a filter of ours that decides before all others has seen a request. */
    static boolean hasReached(ServletRequest request) {
        return request.getAttribute(DECIDED + Position.FIRST) != null;
    }

    private boolean firstTime(Position position) {
        String name = DECIDED + position;
        boolean first = request.getAttribute(name) != deployment;
        request.setAttribute(name, deployment);
        return first;
    }

    private boolean passes(Position position) throws IOException, ServletException {
        AsyncWait waited = position == Position.FIRST ? AsyncWait.ended(request) : null;
        if (waited != null) {
            return waited.take() && passes(waited.admission(), waited);
        }
        return !firstTime(position) || passes(deployment.entrance().enter(call, position), null);
    }

    /** Whatever fails from here on, what was granted comes back: here, or when the filter is left with what it holds. */
    private boolean passes(Admission admission, @Nullable AsyncWait waited) throws IOException, ServletException {
        try {
            boolean known = waited != null
                    ? waited.authenticatedBefore()
                    : admission.holdsAnything() && call.principal().isPresent();
            if (waited == null && admission.isWaiting() && canSuspend()) {
                AsyncWait.begin(deployment, request, admission, known);
                return false;
            }
            await(admission);
            return passes(admission, known);
        } catch (Throwable failure) {
            admission.giveUp();
            admission.end();
            throw failure;
        }
    }

    private boolean canSuspend() {
        return maySuspend
                && request.getDispatcherType() == DispatcherType.REQUEST
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

    private boolean passes(Admission admission, boolean authenticated) throws IOException, ServletException {
        Decision decision = admission.decision();
        if (decision instanceof Decision.Denied denied) {
            deny(denied);
            return false;
        }
        if (admission.holdsAnything()) {
            hold(admission, authenticated);
        }
        Decision standing = QuotaMerge.merged(earlier(), decision);
        request.setAttribute(OstiaryContext.DECISION, standing);
        QuotaHeaders.write(response, deployment.edge().headers(), standing.quotas());
        return true;
    }

    private void hold(Admission admission, boolean authenticated) {
        RequestHoldings holder = closing;
        if (holder == null) {
            holder = RequestHoldings.create(deployment, request, response);
            enter(holder);
        }
        holder.add(
                admission,
                call,
                authenticated,
                deployment.edge().reach().sessions() ? SessionRenewal.of(request) : null);
        request.setAttribute(Admission.ADMISSIONS, holder.admissions());
    }

    /** To be called once, however the filter is left. */
    void leave(@Nullable Throwable failure) {
        if (closing != null) {
            closing.leave(failure);
        }
    }

    /**
     * Answers a denial that came from behind: perhaps from behind the password check, so that attempts are settled by
     * the denial and its status, as by anything else that the application throws and answers.
     */
    void deny(Decision.Denied denied, Throwable failure) throws IOException, ServletException {
        RequestHoldings holder = closing;
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
        if (closing != null) {
            closing.turnedAway();
        }
        answer(denied);
    }

    private void answer(Decision.Denied denied) throws IOException, ServletException {
        List<Quota> quotas = QuotaMerge.merged(denied.quotas(), earlier());
        request.setAttribute(OstiaryContext.DECISION, denied);
        Arrays.stream(Position.values()).forEach(this::firstTime);
        deployment.responder().deny(request, response, call, denied, quotas);
    }

    private List<Quota> earlier() {
        return request.getAttribute(OstiaryContext.DECISION) instanceof Decision decision
                ? decision.quotas()
                : List.of();
    }
}
