package io.github.ostiary.jaxrs;

import io.github.ostiary.http.RuleSnapshot;
import io.github.ostiary.http.WireCall;
import io.github.ostiary.text.Log;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.SecurityContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A request of JAX-RS where there are no servlets, as rules see it. */
final class JaxRsCall extends WireCall {

    private static final System.Logger LOG = Log.of(JaxRsCall.class);

    /** The properties that may have the address of the caller: one that applications set, and Helidon's. */
    private static final List<String> PEERS = List.of("io.github.ostiary.peer", "io.helidon.jaxrs.remote-host");

    private static final AtomicBoolean SAID = new AtomicBoolean();

    private final ContainerRequestContext request;
    private final String target;

    JaxRsCall(ContainerRequestContext request, RuleSnapshot rules) {
        super(
                String.valueOf(request.getUriInfo().getRequestUri().getRawPath()),
                request.getUriInfo().getRequestUri().getRawQuery(),
                rules);
        this.request = request;
        this.target = target(request);
    }

    /** The target of a request. */
    private static String target(ContainerRequestContext request) {
        return request.getMethod() + ' ' + request.getUriInfo().getRequestUri().getRawPath();
    }

    /** Whether a filter of the application's has led the request elsewhere since. */
    boolean hasMoved() {
        return !target.equals(target(request));
    }

    @Override
    public Optional<String> method() {
        return Optional.of(request.getMethod());
    }

    /** JAX-RS does not know it. */
    @Override
    public Optional<String> peer() {
        for (String name : PEERS) {
            if (request.getProperty(name) instanceof String address) {
                return Optional.of(address);
            }
        }
        if (SAID.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "A rule asks for the address of its caller, which JAX-RS does not know on this server: have a"
                            + " @PreMatching filter with @Priority(Integer.MIN_VALUE) set the request property {0} to it, or"
                            + " count by another key, such as principal or header:NAME (logged once)",
                    PEERS.get(0));
        }
        return Optional.empty();
    }

    @Override
    public List<String> headers(String name) {
        List<String> lines = request.getHeaders().get(name);
        return lines == null ? List.of() : lines;
    }

    @Override
    protected @Nullable String cookie(String name, @Nullable String read) {
        Cookie cookie = request.getCookies().get(name);
        return cookie == null ? null : cookie.getValue();
    }

    @Override
    protected boolean mayCarryBodyUnannounced() {
        return true; // JAX-RS does not know the protocol
    }

    @Override
    protected byte[] firstBytes(int most) throws IOException {
        InputStream entity = request.getEntityStream();
        byte[] head = entity.readNBytes(most);
        InputStream again = new ByteArrayInputStream(head);
        request.setEntityStream(head.length < most ? again : new SequenceInputStream(again, entity));
        return head;
    }

    /** Takes a body away that no rule has counted by, since nothing announced it. */
    void dropUnannouncedBody() {
        if (mustHaveNoBody()) {
            request.setEntityStream(InputStream.nullInputStream());
        }
    }

    @Override
    protected @Nullable Object property(String name) {
        return request.getProperty(name);
    }

    @Override
    public Optional<String> principal() {
        SecurityContext security = request.getSecurityContext();
        Principal principal = security == null ? null : security.getUserPrincipal();
        return principal == null ? Optional.empty() : Optional.ofNullable(principal.getName());
    }

    @Override
    public boolean inRole(String role) {
        SecurityContext security = request.getSecurityContext();
        return security != null && security.isUserInRole(role);
    }

    @Override
    protected <T> Optional<T> platform(Class<T> type) {
        return type.isInstance(request) ? Optional.of(type.cast(request)) : Optional.empty();
    }
}
