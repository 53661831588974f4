package io.github.ostiary.vertx;

import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Position;
import io.github.ostiary.http.GuardedExchange;
import io.github.ostiary.http.RuleSnapshot;
import io.github.ostiary.http.WireEdge;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** The place of one position of rules among the routes. Thread-safe. */
final class RuleRouteHandler implements Handler<RoutingContext> {

    private final WireEdge edge;
    private final Position position;

    RuleRouteHandler(WireEdge edge, Position position) {
        this.edge = edge;
        this.position = position;
    }

    /** Has a request decided; one that was led elsewhere comes by again. */
    @Override
    public void handle(RoutingContext context) {
        GuardedExchange known = context.get(ExchangeEnd.EXCHANGE);
        RuleSnapshot rules = known == null ? edge.rules() : known.rules();
        boolean first = position == Position.FIRST;
        if (rules == null || (!first && known == null)) {
            context.next();
        } else if (!first && !rules.edge.reach().last()) {
            ExchangeEnd.lookForSocket(context, known);
            context.next();
        } else {
            new Passage(context, rules, known, position).begin();
        }
    }

    /** Goes on when the body was read: it follows in the same route. */
    void behindBody(RoutingContext context) {
        Passage waiting = Passage.readingBody(context);
        if (waiting == null) {
            context.next();
        } else {
            waiting.goOnWithBody();
        }
    }

    /** Answers a denial that a route behind has thrown. */
    void failed(RoutingContext context) {
        GuardedExchange known = context.get(ExchangeEnd.EXCHANGE);
        RateLimitExceededException denial = denial(context.failure());
        if (known == null || denial == null || context.response().headWritten()) {
            context.next();
        } else {
            new Passage(context, known.rules(), known, position).deny(denial);
        }
    }

    private static @Nullable RateLimitExceededException denial(@Nullable Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 20; depth++) {
            if (cause instanceof RateLimitExceededException denial) {
                return denial;
            }
            cause = cause.getCause();
        }
        return null;
    }
}
