package io.github.ostiary.vertx;

import io.github.ostiary.Guard;
import io.github.ostiary.edge.Position;
import io.github.ostiary.http.WireEdge;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.AtStart;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.setup.ProgramGuard;
import io.vertx.ext.web.Router;

/**
 * Decides all requests of a router of Vert.x Web by the rules of the application's guard, before its other routes: a denied
 * request is answered and reaches none of them. Decisions are made on worker threads, since they may ask Redis; callers who wait
 * for their turn, and bodies on their way, keep none.
 *
 * <p>On Quarkus this is done without a line. Elsewhere, call {@link #install(Router, Guard)} with the router that has all others
 * below it.
 */
public final class VertxRoutes {

    /** Behind what logs, limits and reads bodies on Quarkus, before all else. */
    private static final int FIRST = Integer.MIN_VALUE + 2;

    /** Behind the authentication of Quarkus, before its authorization. */
    private static final int LAST = -150;

    private VertxRoutes() {}

    /**
     * Stands before all routes, for the guard that the application has or will have. Rules with {@code position=last} are
     * decided behind routes whose order is lower than -150, such as those of Quarkus that authenticate.
     *
     * @param router of the whole server
     * @throws io.github.ostiary.ConfigurationException if the guard is configured for what only servlet containers have
     */
    public static void install(Router router) {
        AtStart.run(() -> {
            ProgramGuard.ofRequests(Thread.currentThread().getContextClassLoader())
                    .ifPresent(WireEdge::check);
            stand(router, LAST);
        });
    }

    /**
     * Stands before all routes of a program, as {@link #install(Router)} does.
     *
     * @param router of the whole server
     * @param guard decides; known to the program from now on, and closed by the program when the server has ended
     * @throws io.github.ostiary.ConfigurationException if the guard is configured for what only servlet containers have
     */
    public static void install(Router router, Guard guard) {
        install(router, guard, LAST);
    }

    /**
     * Does the same for a router whose routes authenticate elsewhere.
     *
     * @param router of the whole server
     * @param guard decides; known to the program from now on, and closed by the program when the server has ended
     * @param behindAuthentication the order at which rules with {@code position=last} are decided
     * @throws io.github.ostiary.ConfigurationException if the guard is configured for what only servlet containers have
     */
    public static void install(Router router, Guard guard, int behindAuthentication) {
        AtStart.run(() -> {
            WireEdge.check(guard);
            ClassLoader application = Thread.currentThread().getContextClassLoader();
            ApplicationGuards.bind(application == null ? VertxRoutes.class.getClassLoader() : application, () -> guard);
            stand(router, behindAuthentication);
        });
    }

    private static void stand(Router router, int behindAuthentication) {
        CurrentCall.lookAlso(VertxCall::current);
        WireEdge edge = new WireEdge();
        stand(router, FIRST, new RuleRouteHandler(edge, Position.FIRST));
        stand(router, behindAuthentication, new RuleRouteHandler(edge, Position.LAST));
    }

    private static void stand(Router router, int order, RuleRouteHandler handler) {
        var unused = router.route()
                .order(order)
                .handler(handler)
                .handler(handler::behindBody)
                .failureHandler(handler::failed);
    }
}
