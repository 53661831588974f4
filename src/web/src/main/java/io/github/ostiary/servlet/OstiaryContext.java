package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** The way from a web application to its guard. */
public final class OstiaryContext {

    /** Request attribute that holds the {@link io.github.ostiary.Decision} on the request. */
    public static final String DECISION = ServletAnswer.DECISION;

    /** The request attribute with the status of a denial, an {@link Integer}, for the page that shows it. */
    public static final String STATUS = DeniedPage.STATUS;

    /** The request attribute with the seconds to wait, a {@link Long}; absent if waiting does not help. */
    public static final String RETRY_AFTER_SECONDS = DeniedPage.RETRY_AFTER_SECONDS;

    /**
     * Request attribute a denied page finds the denial's reference in, a {@link String} of eight characters that operators
     * look up; absent with {@code explain.keep=0}.
     */
    public static final String REFERENCE = ServletAnswer.REFERENCE;

    private OstiaryContext() {}

    /**
     * The application's guard, the same that its filters ask; made when first asked for. It is closed with the
     * application: do not close it. Thread-safe.
     *
     * @param context the application
     * @return the one guard of this context
     * @throws ConfigurationException if the application's configuration is wrong
     * @throws IllegalStateException if the application has ended; or if it has no guard and nothing would close one, since
     *     neither this jar's initializer was called nor a {@link RateLimitFilter} is declared
     */
    public static Guard guard(ServletContext context) {
        return DeployedGuard.asked(context).guard();
    }

    /**
     * A request as rules see it, for {@code guard.keyFor} and {@code lockouts.begin}.
     *
     * @param request behind or before the filter
     * @param response its response
     * @return to be used by this request's threads only
     * @throws io.github.ostiary.MalformedCallException if its path cannot be matched safely
     * @throws ConfigurationException if the application's configuration is wrong
     * @throws IllegalStateException as {@link #guard} does, and if the request has ended
     */
    public static CallContext call(HttpServletRequest request, HttpServletResponse response) {
        return new HttpCallContext(
                request, response, DeployedGuard.asked(request.getServletContext()).deployment, false);
    }
}
