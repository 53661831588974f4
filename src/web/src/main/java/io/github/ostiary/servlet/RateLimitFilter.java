package io.github.ostiary.servlet;

import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.ApplicationBeans;
import io.github.ostiary.setup.AtStart;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Decides every request by the rules of {@code /WEB-INF/ostiary.properties} or of its init-params; a denied one is
 * answered here and reaches nothing behind. A {@link RateLimitExceededException} from behind, however deep it is
 * wrapped, gets the same answer, unless the response is committed. A path that cannot be matched safely (control
 * characters, or a {@code ..} that the container has left in) is answered with 400.
 *
 * <p>Declare it in {@code web.xml}, extend it with a class of your own that carries {@code @WebFilter}, or do neither:
 * with the properties file present it registers itself for all paths. Each rule decides a request once, even where
 * several of these meet, and whatever the request is dispatched to: a forward, an include or an error page is decided by the
 * rules of its path that the request has not met yet. Filters with init-params must all have the same.
 */
public class RateLimitFilter extends DecidingFilter {

    private final Position position;
    private final boolean automatic;

    /** Null once it has seen enough; written without care, as others may be asked some times more. */
    private @Nullable ChainCheck chainCheck;

    private @Nullable DeployedGuard guard;

    /** A filter for rules with {@code position=first}, the default. */
    public RateLimitFilter() {
        this(Position.FIRST, false);
    }

    /**
     * A filter.
     *
     * @param automatic whether it is the first, and meets asynchronous dispatches as well
     */
    RateLimitFilter(Position position, boolean automatic) {
        this.position = position;
        this.automatic = automatic;
    }

    /**
     * Reads the configuration, unless another filter of this application has.
     *
     * @param config this filter's
     * @throws ServletException if the configuration is wrong; the application must not start
     */
    @Override
    public void init(FilterConfig config) throws ServletException {
        try {
            AtStart.run(() -> begin(config));
        } catch (RuntimeException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    private void begin(FilterConfig config) {
        ServletContext context = config.getServletContext();
        DeployedGuard opened = DeployedGuard.open(context, () -> Registrations.initParams(context, config));
        opened.filterStarted(position);
        boolean maySuspend = automatic && !ApplicationBeans.exist() && Registrations.areAll(context);
        Deployment deployment = opened.deployment;
        enabled = deployment.edge().enabled();
        chainCheck = enabled && position == Position.FIRST ? opened.chain : null;
        console = opened.console;
        strict = DeployedApplication.isOfPlatform(context) ? console : null;
        boolean decidesBoth = position == Position.FIRST && opened.lacksSecond();
        deployment.follow(
                snapshot -> filterContext = new FilterContext(deployment, snapshot, position, decidesBoth, maySuspend));
        guard = opened;
    }

    /**
     * Decides, then answers or goes on.
     *
     * @param request decided if it is an HTTP request
     * @param response gets the quota headers before anything behind can commit it
     * @param chain what lies behind
     * @throws IOException if the caller is gone, or from behind
     * @throws ServletException from behind
     */
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ChainCheck looking = chainCheck;
        if (looking != null && looking.arrived(request)) {
            chainCheck = null;
        }
        super.doFilter(request, response, chain);
    }

    /** Closes the guard if this was the last filter to use it and no other will. Later calls fail with a sentence. */
    @Override
    public void destroy() {
        DeployedGuard left = guard;
        if (left != null) {
            guard = null;
            left.filterDestroyed();
        }
    }
}
