package io.github.ostiary.servlet;

import io.github.ostiary.text.Log;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;

/**
 * A look from behind the application's filters: logs, once, if one of them names callers that rules before it have counted
 * by their addresses. Decides nothing. Thread-safe.
 */
final class LateNames implements Filter {

    static final String NAME = "ostiary-late-names";

    /** A filter that names callers by a request of its own has done so by then. */
    private static final int ENOUGH = 1 << 16;

    private static final System.Logger LOG = Log.of(LateNames.class);

    private final List<String> rules;

    /** Counted without care: a lost step only delays the end. */
    private int looks;

    private volatile boolean over;

    /**
     * Late names for the filters of one application.
     *
     * @param rules that count who has signed in, before other filters have run; with their kinds
     */
    LateNames(List<String> rules) {
        this.rules = rules;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!over) {
            look(request);
        }
        chain.doFilter(request, response);
    }

    private void look(ServletRequest request) {
        if (++looks >= ENOUGH) {
            over = true;
        }
        ServletRequest own = request;
        while (own instanceof ServletRequestWrapper wrapper) {
            own = wrapper.getRequest();
        }
        if (own != request
                && request instanceof HttpServletRequest named
                && own instanceof HttpServletRequest container
                && named.getUserPrincipal() != null
                && container.getUserPrincipal() == null
                && first()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} count who has signed in, but are decided before the filter that knows it: callers count by"
                            + " address, all users of one network together. Write {1}.position=last ({2} names the caller)",
                    String.join(", ", rules),
                    rules.get(0),
                    request.getClass().getName());
        }
    }

    private synchronized boolean first() {
        boolean first = !over;
        over = true;
        return first;
    }
}
