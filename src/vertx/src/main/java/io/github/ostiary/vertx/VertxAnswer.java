package io.github.ostiary.vertx;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.http.WrittenAnswer;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.Collection;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a route as far as signals may ask.
 *
 * @param context of the request
 * @param hasBody whether the request says so, or may have one unsaid
 */
record VertxAnswer(RoutingContext context, boolean hasBody) implements CallOutcome.Answer {

    @Override
    public Collection<String> headers(String name) {
        return context.response().headers().getAll(name);
    }

    /** The bytes that were read; of a body that has not come before its answer, nothing is known. */
    @Override
    public OptionalLong bytesRead() {
        HttpServerRequest request = context.request();
        long seen = request.bytesRead();
        return seen == 0 && hasBody && !request.isEnded() ? OptionalLong.empty() : OptionalLong.of(seen);
    }

    @Override
    public OptionalLong bytesWritten() {
        return OptionalLong.of(context.response().bytesWritten());
    }

    /** Sends an answer that is whole, unless another has left. On the thread of the request; what is left of the body is dropped. */
    static void send(RoutingContext context, @Nullable WrittenAnswer answer) {
        HttpServerResponse response = context.response();
        if (answer == null || response.ended() || response.headWritten() || response.closed()) {
            return;
        }
        response.setStatusCode(answer.status());
        answer.headers().forEach(response::putHeader);
        String type = answer.contentType();
        if (type != null) {
            response.putHeader("Content-Type", type);
        }
        Buffer body = Buffer.buffer(answer.body());
        if (context.request().method().equals(HttpMethod.HEAD)) {
            response.putHeader("Content-Length", String.valueOf(body.length()));
            body = Buffer.buffer();
        }
        BodyFlow.drop(context);
        var unused = response.end(body);
    }
}
