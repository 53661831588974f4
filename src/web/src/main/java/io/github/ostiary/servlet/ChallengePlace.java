package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.OfferedChallenge;
import io.github.ostiary.edge.OfferedChallenge.Served;
import io.github.ostiary.http.HttpAnswer;
import io.github.ostiary.setup.EdgeSettings;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The place in an application that has what challenges need: scripts, puzzles, passes. The rules of the application have let a
 * request in before it is answered here; no other filter or servlet sees it.
 */
final class ChallengePlace implements FilterChain {

    private static final int LONGEST_NAME = 40;

    private final Collection<EdgeSettings.PendingChallenge> challenges;
    private final CallContext call;
    private final FilterContext filterContext;

    private ChallengePlace(FilterContext filterContext, CallContext call) {
        this.challenges = filterContext.snapshot.edge.challenges().values();
        this.filterContext = filterContext;
        this.call = call;
    }

    /** Returns the chain that goes on: this one for requests about a challenge. */
    static FilterChain before(FilterContext filterContext, CallContext call, FilterChain chain) {
        return !filterContext.snapshot.challenges || !call.path().orElse("").startsWith(OfferedChallenge.PLACE)
                ? chain
                : new ChallengePlace(filterContext, call);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response) throws IOException {
        answer((HttpServletRequest) request, (HttpServletResponse) response);
    }

    private void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = call.path().orElse("").substring(OfferedChallenge.PLACE.length());
        boolean secured =
                request.isSecure() || filterContext.deployment.web.callers().isSecured(call);
        @Nullable Served found = name.length() > LONGEST_NAME ? null : served(name, request.getContextPath(), secured);
        if (found == null) {
            response.setHeader(HttpAnswer.CACHE_CONTROL, HttpAnswer.NO_STORE);
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        response.setStatus(found.status());
        found.headers().forEach(response::setHeader);
        response.setContentLength(found.body().length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(found.body());
        }
    }

    private @Nullable Served served(String name, String context, boolean secured) {
        for (EdgeSettings.PendingChallenge challenge : challenges) {
            @Nullable Served served = challenge.offered().serve(name, call, context, secured);
            if (served != null) {
                return served;
            }
        }
        return null;
    }
}
