package io.github.ostiary.vertx;

import io.github.ostiary.text.ClassPath;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;

/**
 * The body of a request while the request is decided: it waits, so that routes behind find all of it. Quarkus has each request
 * wait until its body is read, by whatever reads it: there nothing is changed.
 */
final class BodyFlow {

    private static final String READ = BodyFlow.class.getName();
    private static final boolean WAITS_BY_ITSELF = ClassPath.has("io.quarkus.vertx.http.runtime.VertxHttpRecorder");

    private BodyFlow() {}

    private static boolean mayFlow(HttpServerRequest request) {
        return !WAITS_BY_ITSELF && !request.isEnded();
    }

    /** Whether the request asks for a WebSocket, and may become one: of what still waits. */
    static boolean asksForSocket(HttpServerRequest request) {
        return request.headers().contains(HttpHeaders.UPGRADE, HttpHeaders.WEBSOCKET, true);
    }

    /** Has it wait. */
    static void hold(RoutingContext context) {
        if (mayFlow(context.request())) {
            context.request().pause();
        }
    }

    /** Lets it come, to what reads it from now on; a socket is made of a request that still waits. */
    static void release(RoutingContext context) {
        if (mayFlow(context.request()) && !asksForSocket(context.request())) {
            context.request().resume();
        }
    }

    /** Lets it come in any case. */
    static void drop(RoutingContext context) {
        if (!context.request().isEnded()) {
            context.request().resume();
        }
    }

    /** Whether it was read for rules. */
    static boolean isRead(RoutingContext context) {
        return context.get(READ) != null;
    }

    /**
     * Reads it as Vert.x Web's own handler does, which leaves it to all who ask; then the handler that follows in the same
     * route is called. What is longer than the bound is answered with 413.
     *
     * @param most how many bytes are read
     */
    static void read(RoutingContext context, int most) {
        try {
            context.request().params(); // what the handler adds the form to, when nobody hears of a failure any more
        } catch (IllegalArgumentException e) {
            context.fail(400, e);
            return;
        }
        context.put(READ, true);
        drop(context);
        BodyHandler.create(false).setBodyLimit(most).handle(context);
    }
}
