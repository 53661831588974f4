package io.github.ostiary.servlet;

import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.ApplicationBeans;
import io.github.ostiary.setup.AtStart;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
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
public class RateLimitFilter implements Filter {

    private final Position position;
    private final boolean automatic;
    private volatile @Nullable FilterContext filterContext;

    /** Null once it has seen enough; written without care, as others may be asked some times more. */
    private @Nullable ChainCheck chainCheck;

    private @Nullable FilterConsole console;

    /** The same where Spring reads paths behind. */
    private @Nullable FilterConsole strict;

    private boolean enabled;
    private boolean destroyed;

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

    /** A filter that need not be initialised. */
    RateLimitFilter(FilterContext filterContext) {
        this(filterContext.position, false);
        this.filterContext = filterContext;
        this.enabled = true;
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
        Deployment opened = Deployment.open(context, () -> Registrations.initParams(context, config));
        opened.filterStarted(position);
        boolean maySuspend = automatic && !ApplicationBeans.exist() && Registrations.areAll(context);
        enabled = opened.edge().enabled();
        chainCheck = position == Position.FIRST ? opened.chain() : null;
        console = opened.console();
        strict = DeployedApplication.isOfPlatform(context) ? console : null;
        FilterContext first = new FilterContext(opened, position, maySuspend);
        opened.follow(snapshot -> filterContext = first.with(snapshot));
        destroyed = false;
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
        FilterContext open = filterContext;
        if (open == null) {
            throw new ServletException("init was not called");
        }
        if (open.deployment.closed.get() && response instanceof HttpServletResponse httpResponse) {
            httpResponse.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        if (enabled
                && request instanceof HttpServletRequest httpRequest
                && response instanceof HttpServletResponse httpResponse) {
            ChainCheck looking = chainCheck;
            if (looking != null && looking.arrived(request)) {
                chainCheck = null;
            }
            if (strict != null && strict.isReachedOtherwise(httpRequest)) {
                httpResponse.sendError(HttpServletResponse.SC_BAD_REQUEST);
                return;
            }
            if (console != null && console.knows(httpRequest)) {
                chain.doFilter(request, response);
                return;
            }
            new GuardedRequest(open, httpRequest, httpResponse).pass(chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Closes the guard if this was the last filter to use it and no other will. Later calls fail with a sentence. */
    @Override
    public void destroy() {
        FilterContext closed = filterContext;
        if (closed != null && !destroyed) {
            destroyed = true;
            closed.deployment.filterDestroyed();
        }
    }
}
