package io.github.ostiary.servlet;

import io.github.ostiary.Admission;
import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.Position;
import io.github.ostiary.Quota;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One request on its way through one filter. That a position has been decided is noted on the request, by the deployment
 * that did: another application the request is forwarded to has rules of its own.
 */
final class Passage {

    private static final String DECIDED = "io.github.ostiary.decided.";
    private static final Set<DispatcherType> NEVER_COUNTED = EnumSet.of(DispatcherType.ERROR, DispatcherType.INCLUDE);
    private static final CallContext UNREADABLE = new CallContext() {};

    private final Deployment deployment;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final List<Admission> admissions = new ArrayList<>(2);
    private CallContext call = UNREADABLE;

    Passage(Deployment deployment, HttpServletRequest request, HttpServletResponse response) {
        this.deployment = deployment;
        this.request = request;
        this.response = response;
    }

    HttpServletRequest request() {
        return request;
    }

    HttpServletResponse response() {
        return response;
    }

    CallContext call() {
        return call;
    }

    /** Whether an answer given now would be the response's: an included resource cannot set its status. */
    boolean canAnswer() {
        return !response.isCommitted() && request.getDispatcherType() != DispatcherType.INCLUDE;
    }

    /** Decides what this filter has to decide and has not been decided; a refusal is answered when this returns. */
    boolean admitted(Position registered) throws IOException, ServletException {
        boolean counts = !NEVER_COUNTED.contains(request.getDispatcherType());
        try {
            call = new HttpCallContext(request, response, deployment.edge().formEncoding());
        } catch (MalformedCallException e) {
            if (counts) {
                refuse(Decision.deny(Decision.Reason.MALFORMED, "path", List.of(), null, false, false));
            }
            return !counts;
        }
        for (Position position : deployment.positions(registered)) {
            if (counts && firstTime(position) && !decide(position)) {
                return false;
            }
        }
        return true;
    }

    private boolean firstTime(Position position) {
        String name = DECIDED + position;
        boolean first = request.getAttribute(name) != deployment;
        request.setAttribute(name, deployment);
        return first;
    }

    private boolean decide(Position position) throws IOException, ServletException {
        Admission admission = deployment.guard().enter(call, position);
        try {
            admission.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Decision decision = admission.decision();
        if (decision instanceof Decision.Denied denied) {
            endAll();
            refuse(denied);
            return false;
        }
        admissions.add(admission);
        Decision standing = Standing.merged(earlier(), decision);
        request.setAttribute(OstiaryContext.DECISION, standing);
        QuotaHeaders.write(response, deployment.edge().headers(), standing.quotas());
        return true;
    }

    private void endAll() {
        admissions.forEach(Admission::end);
        admissions.clear();
    }

    void refuse(Decision.Denied denied) throws IOException, ServletException {
        List<Quota> quotas = Standing.merged(denied.quotas(), earlier());
        request.setAttribute(OstiaryContext.DECISION, denied);
        Arrays.stream(Position.values()).forEach(this::firstTime);
        deployment.responder().refuse(request, response, call, denied, quotas);
    }

    private List<Quota> earlier() {
        return request.getAttribute(OstiaryContext.DECISION) instanceof Decision decision
                ? decision.quotas()
                : List.of();
    }
}
