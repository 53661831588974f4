package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.setup.EdgeSettings;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * The guard of sign-ins that no path leads to, since the container or a framework does them: a public class that the filter
 * knows by its name.
 *
 * @hidden
 */
@FunctionalInterface
public interface SignInGuard {

    /**
     * The edge where requests arrive. Thread-safe.
     *
     * @hidden
     */
    interface Edge {

        /**
         * A request as rules see it.
         *
         * @param request any
         * @return throws nothing for what a caller sent
         */
        CallContext call(HttpServletRequest request);

        /**
         * Answers a caller whose password is not looked at.
         *
         * @param request denied
         * @param response not committed
         * @param denied why
         * @throws IOException if the caller is gone
         * @throws ServletException if the application's page fails
         */
        void deny(HttpServletRequest request, HttpServletResponse response, Decision.Denied denied)
                throws IOException, ServletException;
    }

    /**
     * Guards the sign-ins of an application from now on.
     *
     * @param context of the application, before its first request
     * @param application its class loader, which the context may not know
     * @param entrance where rules are decided
     * @param logins the names of the rules about sign-ins, some at least
     * @param edge what the requests of the application are
     * @return ends it
     * @throws IllegalStateException if they cannot be reached; the message has the remedy
     */
    Runnable guard(
            ServletContext context, ClassLoader application, Entrance entrance, EdgeSettings.Logins logins, Edge edge);
}
