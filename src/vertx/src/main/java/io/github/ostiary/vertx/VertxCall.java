package io.github.ostiary.vertx;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import io.github.ostiary.http.QueryString;
import io.github.ostiary.http.RuleSnapshot;
import io.github.ostiary.http.WireCall;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authorization.RoleBasedAuthorization;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request of Vert.x Web as rules see it. */
final class VertxCall extends WireCall {

    private static final String LOCAL = VertxCall.class.getName();

    private final RoutingContext context;
    private final HttpServerRequest request;
    private final String target;

    /**
     * Looks at a request.
     *
     * @throws io.github.ostiary.MalformedCallException if its path cannot be matched safely
     */
    VertxCall(RoutingContext context, RuleSnapshot rules) {
        super(String.valueOf(context.request().path()), context.request().query(), rules);
        this.context = context;
        this.request = context.request();
        this.target = target(context);
    }

    private static String target(RoutingContext context) {
        return context.request().method() + " " + context.request().path();
    }

    /** Whether a route has led a request elsewhere since. */
    static boolean hasMoved(CallContext call, RoutingContext context) {
        return !(call instanceof VertxCall known) || !known.target.equals(target(context));
    }

    /** The request that a thread works on, whether it is one of an event loop or a worker; null if it is not known. */
    static @Nullable CallContext current() {
        Context now = Vertx.currentContext();
        return isOfOneRequest(now) && now.getLocal(LOCAL) instanceof VertxCall call && !call.hasEnded() ? call : null;
    }

    /** Makes it known to code behind. */
    void makeKnown() {
        Context now = Vertx.currentContext();
        if (isOfOneRequest(now)) {
            now.putLocal(LOCAL, this);
        }
    }

    /** Whether a context belongs to one request: a context that several share must not keep one of them. */
    private static boolean isOfOneRequest(@Nullable Context now) {
        return now instanceof ContextInternal own && own.isDuplicate();
    }

    @Override
    public Optional<String> method() {
        return Optional.of(request.method().name());
    }

    @Override
    public Optional<String> peer() {
        SocketAddress address = request.remoteAddress();
        return address == null ? Optional.empty() : Optional.ofNullable(address.hostAddress());
    }

    @Override
    public Optional<String> host() {
        HostAndPort authority = request.authority();
        return authority == null ? super.host() : Optional.of(authority.host().toLowerCase(Locale.ROOT));
    }

    @Override
    public List<String> headers(String name) {
        return request.headers().getAll(name);
    }

    /** Reads parameters as Vert.x does: names without case, also divided by semicolons. One that can be read in two ways is none. */
    @Override
    protected List<String> inQuery(String raw, String name) {
        try {
            return same(QueryString.values(raw, name, true), context.queryParams(StandardCharsets.UTF_8), name);
        } catch (IllegalArgumentException | HttpException e) {
            throw new MalformedCallException("the query cannot be parsed");
        }
    }

    /** Quarkus may have read the body without having parsed it. */
    @Override
    protected List<String> inForm(String raw, String name) {
        try {
            var unused = URLDecoder.decode(raw, StandardCharsets.UTF_8); // Vert.x fails at one bad escape, but goes on
        } catch (IllegalArgumentException e) {
            throw new MalformedCallException("the form cannot be parsed");
        }
        List<String> values = QueryString.values(raw, name, true);
        return request.isExpectMultipart() ? same(values, request.formAttributes(), name) : values;
    }

    private static List<String> same(List<String> values, MultiMap found, String name) {
        if (!values.equals(found.getAll(name))) {
            throw new MalformedCallException("a parameter can be read in two ways");
        }
        return values;
    }

    @Override
    protected @Nullable String cookie(String name, @Nullable String read) {
        Cookie cookie = request.getCookie(name);
        return cookie == null ? null : cookie.getValue();
    }

    @Override
    protected boolean mayCarryBodyUnannounced() {
        return request.version() == HttpVersion.HTTP_2;
    }

    /** Whether only reading shows if there is a body, which no rule has counted by. */
    boolean mayHideBody() {
        return mustHaveNoBody() && mayCarryBodyUnannounced();
    }

    boolean hasBody() {
        return context.body().length() > 0;
    }

    /** Throws {@link NeedsBody} until the body has been read, since no thread waits for a caller. */
    @Override
    protected byte[] firstBytes(int most) {
        Buffer body = context.body().buffer();
        if (body == null && !BodyFlow.isRead(context)) {
            throw new NeedsBody();
        }
        return body == null ? new byte[0] : body.getBytes(0, Math.min(most, body.length()));
    }

    @Override
    protected @Nullable Object property(String name) {
        return context.get(name);
    }

    @Override
    public Optional<String> principal() {
        User user = context.user();
        if (user == null) {
            return Optional.empty();
        }
        String name = user.principal().getString("username");
        return Optional.ofNullable(name == null ? user.subject() : name);
    }

    @Override
    public boolean inRole(String role) {
        User user = context.user();
        return user != null && RoleBasedAuthorization.create(role).match(user);
    }

    @Override
    protected <T> Optional<T> platform(Class<T> type) {
        if (type.isInstance(context)) {
            return Optional.of(type.cast(context));
        }
        return type.isInstance(request) ? Optional.of(type.cast(request)) : Optional.empty();
    }
}
