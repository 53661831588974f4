package io.github.ostiary.wire;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.testing.Readings;
import io.github.ostiary.vertx.VertxRoutes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.auth.User;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.AuthenticationHandler;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.SimpleAuthenticationHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Plain Vert.x Web, whose event loop must never wait. */
final class VertxWireServer extends WireServer {

    private static final AuthenticationHandler BY_HEADER = SimpleAuthenticationHandler.create()
            .authenticate(context ->
                    Future.succeededFuture(User.fromName(context.request().getHeader("User"))));

    /** How many requests have ended without an answer, and with one. */
    final AtomicInteger left = new AtomicInteger();

    final AtomicInteger answered = new AtomicInteger();

    private final Vertx vertx;
    private final HttpServer server;

    VertxWireServer(String... lines) {
        super(lines);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
            Router router = Router.router(vertx);
            VertxRoutes.install(router, guard, -100);
            routes(router);
            server = await(vertx.createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(true))
                    .requestHandler(router)
                    .listen(0, "127.0.0.1"));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void routes(Router router) {
        router.route().order(Integer.MIN_VALUE).handler(context -> {
            context.addEndHandler(how -> (how.failed() ? left : answered).incrementAndGet());
            context.next();
        });
        router.route().order(-200).handler(VertxWireServer::authenticate);
        router.get("/led").order(-1).handler(context -> context.reroute("/one"));
        router.post("/login")
                .handler(BodyHandler.create())
                .handler(context ->
                        answer(context, PASSWORD.equals(context.request().getFormAttribute("p"))));
        router.post("/signin").handler(BodyHandler.create()).handler(context -> {
            boolean right = PASSWORD.equals(context.request().getFormAttribute("p"));
            context.response()
                    .setStatusCode(303)
                    .putHeader("Location", right ? "/home" : "/signin?error")
                    .end();
        });
        // Reads the body by itself, some time after it could.
        router.post("/json-login").handler(context -> {
            if (context.body().available()) {
                answer(context, isRight(context.body().asString()));
            } else {
                context.request().body().onSuccess(body -> answer(context, isRight(body.toString())));
            }
        });
        router.post().pathRegex("/echo.*").handler(VertxWireServer::echo);
        router.get("/slow")
                .blockingHandler(
                        context -> {
                            waitAtGate();
                            context.response().end("slow");
                        },
                        false);
        router.get("/later").handler(context -> vertx.<Void>executeBlocking(
                        () -> {
                            waitAtGate();
                            return null;
                        },
                        false)
                .onComplete(done -> context.response().end("later")));
        router.get("/socket")
                .handler(context ->
                        context.request().toWebSocket().onSuccess(socket -> socket.writeTextMessage("open")));
        router.route("/read").handler(BodyHandler.create(false)).handler(VertxWireServer::read);
        router.get("/a/:id/b").handler(context -> context.response().end("by its id"));
        router.get("/boom").handler(context -> {
            throw new IllegalStateException("boom");
        });
        router.get("/missing").handler(context -> context.fail(404));
        router.get("/behind").blockingHandler(this::behind);
        router.get("/context").handler(context -> context.response().end(known()));
        router.get("/context-behind")
                .blockingHandler(context -> context.response().end(known()));
        router.route().handler(context -> context.response().end("text"));
    }

    private static void authenticate(RoutingContext context) {
        String name = context.request().getHeader("User");
        if (name != null) {
            BY_HEADER.handle(context);
        } else {
            context.next();
        }
    }

    private static String known() {
        return CurrentCall.get().path().orElse("none");
    }

    private static boolean isRight(String body) {
        return body.contains("\"" + PASSWORD + "\"");
    }

    private static void answer(RoutingContext context, boolean right) {
        context.response().setStatusCode(right ? 200 : 401).end(right ? "in" : "out");
    }

    private static void echo(RoutingContext context) {
        if (context.body().buffer() != null) {
            context.response().end(context.body().buffer());
            return;
        }
        Buffer all = Buffer.buffer();
        context.request().handler(all::appendBuffer).endHandler(end -> context.response()
                .end(all));
    }

    private static void read(RoutingContext context) {
        HttpServerRequest request = context.request();
        context.response()
                .end(Readings.ofRule()
                        .one("param", request.getParam("u"))
                        .with("param", request.params().getAll("u"))
                        .with("param", context.queryParam("u"))
                        .one("param", request.getFormAttribute("u"))
                        .one(
                                "cookie",
                                request.getCookie("c") == null
                                        ? null
                                        : request.getCookie("c").getValue())
                        .with(
                                "cookie",
                                request.cookies("c").stream()
                                        .map(Cookie::getValue)
                                        .toList())
                        .one("header", request.getHeader("X-H"))
                        .toString());
    }

    private void behind(RoutingContext context) {
        Decision decision = guard.limiter("behind").tryAcquire(Key.of("user:110"));
        if (decision instanceof Decision.Denied denied) {
            throw new RateLimitExceededException(denied);
        }
        context.response().end("let in");
    }

    @Override
    int port() {
        return server.actualPort();
    }

    @Override
    void stop() {
        await(vertx.close());
    }
}
