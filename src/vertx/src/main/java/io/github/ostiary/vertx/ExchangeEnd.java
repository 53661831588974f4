package io.github.ostiary.vertx;

import io.github.ostiary.http.GuardedExchange;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** The end of a request, as its server sees it: what its answer shows is settled by worker threads, one step after the other. */
final class ExchangeEnd {

    /** The key by which a request has its exchange. */
    static final String EXCHANGE = GuardedExchange.class.getName();

    private static final int SWITCHING = 101;
    private static final long LOOK_MILLIS = 50;

    private final RoutingContext context;
    private final GuardedExchange exchange;
    private Future<Boolean> steps = Future.succeededFuture(true);
    private volatile boolean shown;
    private volatile boolean over;

    private ExchangeEnd(RoutingContext context, GuardedExchange exchange) {
        this.context = context;
        this.exchange = exchange;
    }

    /**
     * Ends a request once it has become a socket, whose end no route hears of. Anyone can ask for one: only an answer of 101 makes
     * it, of which no route hears either, so it is looked for.
     */
    static void lookForSocket(RoutingContext context, GuardedExchange exchange) {
        if (!BodyFlow.asksForSocket(context.request())) {
            return;
        }
        ExchangeEnd end = new ExchangeEnd(context, exchange);
        var unused = context.vertx().setPeriodic(LOOK_MILLIS, timer -> {
            HttpServerResponse response = context.response();
            boolean socket = response.headWritten() && response.getStatusCode() == SWITCHING;
            if (socket || response.ended() || response.closed()) {
                context.vertx().cancelTimer(timer);
            }
            if (socket) {
                end.next(exchange::deserted);
                end.next(exchange::workEnded);
            }
        });
    }

    static void watch(RoutingContext context, GuardedExchange exchange) {
        ExchangeEnd end = new ExchangeEnd(context, exchange);
        context.put(EXCHANGE, exchange);
        boolean hasBody = exchange.call().head() != exchange.call();
        exchange.answeredBy(new VertxAnswer(context, hasBody));
        var unusedHead = context.addHeadersEndHandler(leaving -> end.answering());
        var unusedBody = context.addBodyEndHandler(written -> end.next(exchange::over));
        var unusedEnd = context.addEndHandler(end::ended);
    }

    /** The headers are about to leave. */
    private void answering() {
        HttpServerResponse response = context.response();
        exchange.writeQuotas(response::putHeader);
        shown = true;
        if (over) {
            next(exchange::workEnded);
            return;
        }
        exchange.shows(response.getStatusCode(), response.headers().get("Location"));
        if (exchange.holdsAnything()) {
            next(exchange::settle);
        }
    }

    /** Runs when the whole answer has been sent, or its caller has left. */
    private void ended(AsyncResult<Void> how) {
        over = true;
        if (how.failed() && !shown) {
            next(exchange::deserted);
        } else {
            next(exchange::over);
        }
    }

    /**
     * An event loop does not wait for Redis; everything else is done at once, so that a caller who has its answer finds its permit
     * given back. Answers are written by threads of any kind.
     */
    private void next(Runnable step) {
        if (exchange.rules().shared && Context.isOnEventLoopThread()) {
            later(step);
        } else {
            step.run();
        }
    }

    private synchronized void later(Runnable step) {
        steps = steps.transform(any -> context.vertx()
                .executeBlocking(
                        () -> {
                            step.run();
                            return true;
                        },
                        false));
    }
}
