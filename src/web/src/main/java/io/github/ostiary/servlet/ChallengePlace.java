package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.OfferedChallenge;
import io.github.ostiary.edge.OfferedChallenge.Served;
import io.github.ostiary.http.Escapes;
import io.github.ostiary.http.HttpAnswer;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.setup.UnlockPage;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The place in an application that has what challenges need (scripts, puzzles, passes), and the page that opens locks. The rules of the application have let a
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

    /** Returns the chain that goes on: this one for requests about a challenge or a lock. */
    static FilterChain before(FilterContext filterContext, CallContext call, FilterChain chain) {
        String own = filterContext.snapshot.unlockPath;
        if (!filterContext.snapshot.challenges && own == null) {
            return chain;
        }
        String path = call.path().orElse("");
        boolean here =
                path.equals(own) || (filterContext.snapshot.challenges && path.startsWith(OfferedChallenge.PLACE));
        return here ? new ChallengePlace(filterContext, call) : chain;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response) throws IOException {
        answer((HttpServletRequest) request, (HttpServletResponse) response);
    }

    private void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = call.path().orElse("");
        if (path.equals(filterContext.snapshot.unlockPath)) {
            UnlockPage page = filterContext.deployment.web.unlockPage();
            write(page.answer(call, Escapes.html(request.getContextPath() + path)), request, response);
            return;
        }
        String name = path.substring(OfferedChallenge.PLACE.length());
        boolean secured =
                request.isSecure() || filterContext.deployment.web.callers().isSecured(call);
        @Nullable Served found = name.length() > LONGEST_NAME ? null : served(name, request.getContextPath(), secured);
        if (found == null) {
            response.setHeader(HttpAnswer.CACHE_CONTROL, HttpAnswer.NO_STORE);
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        write(found, request, response);
    }

    private static void write(Served found, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
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
