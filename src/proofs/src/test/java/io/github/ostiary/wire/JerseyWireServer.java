package io.github.ostiary.wire;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimit;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.jaxrs.RateLimitFeature;
import io.github.ostiary.testing.Readings;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.Principal;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;

/** Jersey on a server that knows no servlet, and does not say who calls. */
final class JerseyWireServer extends WireServer {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    JerseyWireServer(String... lines) {
        super(lines);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            ResourceConfig application = new ResourceConfig()
                    .register(RateLimitFeature.class)
                    .register(new Peer())
                    .register(new Users())
                    .register(new Rerouting())
                    .register(new Resources(this));
            server = GrizzlyHttpServerFactory.createHttpServer(URI.create("http://127.0.0.1:0/"), application, false);
            // On one processor there would be two, and tests have more requests wait than that.
            server.getListener("grizzly")
                    .getTransport()
                    .setWorkerThreadPoolConfig(
                            ThreadPoolConfig.defaultConfig().setCorePoolSize(8).setMaxPoolSize(8));
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Override
    int port() {
        return server.getListener("grizzly").getPort();
    }

    @Override
    void stop() {
        server.shutdownNow();
        threads.shutdownNow();
    }

    /** Says who calls, as applications do where JAX-RS does not. */
    @PreMatching
    @Priority(Integer.MIN_VALUE)
    public static final class Peer implements ContainerRequestFilter {

        @Override
        public void filter(ContainerRequestContext request) {
            if (request.getHeaderString("No-Peer") == null) {
                request.setProperty("io.github.ostiary.peer", "127.0.0.1");
            }
        }
    }

    /** Knows users by what they say. */
    @Priority(Priorities.AUTHENTICATION)
    public static final class Users implements ContainerRequestFilter {

        @Override
        public void filter(ContainerRequestContext request) {
            String user = request.getHeaderString("User");
            if (user != null) {
                request.setSecurityContext(new SecurityContext() {
                    @Override
                    public Principal getUserPrincipal() {
                        return () -> user;
                    }

                    @Override
                    public boolean isUserInRole(String role) {
                        return false;
                    }

                    @Override
                    public boolean isSecure() {
                        return false;
                    }

                    @Override
                    public String getAuthenticationScheme() {
                        return BASIC_AUTH;
                    }
                });
            }
        }
    }

    /** Leads requests elsewhere, before a resource is found for them. */
    @PreMatching
    public static final class Rerouting implements ContainerRequestFilter {

        @Override
        public void filter(ContainerRequestContext request) {
            String path = request.getHeaderString("Led-To");
            if (path != null) {
                request.setRequestUri(request.getUriInfo().getBaseUri().resolve(path));
            }
        }
    }

    /** The application. */
    @Path("/")
    public static final class Resources {

        private final JerseyWireServer server;

        Resources(JerseyWireServer server) {
            this.server = server;
        }

        @GET
        @Path("{any:.*}")
        public String anything() {
            return "text";
        }

        @GET
        @Path("missing")
        public String missing() {
            throw new NotFoundException();
        }

        @GET
        @Path("a/{id}/b")
        public String byId() {
            return "by its id";
        }

        @GET
        @Path("read")
        public String read(
                @QueryParam("u") String one,
                @CookieParam("c") String cookie,
                @Context UriInfo uri,
                @Context HttpHeaders headers) {
            return Readings.ofRule()
                    .one("param", one)
                    .with("param", uri.getQueryParameters().get("u"))
                    .one("cookie", cookie)
                    .one(
                            "cookie",
                            headers.getCookies().containsKey("c")
                                    ? headers.getCookies().get("c").getValue()
                                    : null)
                    .one("header", headers.getHeaderString("X-H"))
                    .with("header", headers.getRequestHeader("X-H"))
                    .toString();
        }

        @POST
        @Path("read")
        @Consumes("application/x-www-form-urlencoded")
        public String read(
                @FormParam("u") String field,
                @QueryParam("u") String one,
                @CookieParam("c") String cookie,
                @Context UriInfo uri,
                @Context HttpHeaders headers,
                MultivaluedMap<String, String> form) {
            return read(one, cookie, uri, headers)
                    + new Readings().one("\nparam", field).with("\nparam", form.get("u"));
        }

        @POST
        @Path("login")
        @Consumes("application/x-www-form-urlencoded")
        public Response login(@FormParam("p") String password) {
            return answer(PASSWORD.equals(password));
        }

        @POST
        @Path("json-login")
        @Consumes("application/json")
        public Response login(InputStream body) throws IOException {
            return answer(new String(body.readAllBytes()).contains("\"" + PASSWORD + "\""));
        }

        private static Response answer(boolean right) {
            return Response.status(right ? 200 : 401)
                    .entity(right ? "in" : "out")
                    .build();
        }

        @POST
        @Path("signin")
        @Consumes("application/x-www-form-urlencoded")
        public Response signin(@FormParam("p") String password) {
            return Response.seeOther(URI.create(PASSWORD.equals(password) ? "/home" : "/signin?error"))
                    .build();
        }

        @POST
        @Path("echo{any:.*}")
        public byte[] echo(InputStream body) throws IOException {
            return body.readAllBytes();
        }

        @GET
        @Path("limited")
        @RateLimit("own")
        @Produces("application/json")
        public String limited() {
            return "{}";
        }

        @GET
        @Path("slow")
        public String slow() {
            server.waitAtGate();
            return "slow";
        }

        @GET
        @Path("later")
        public void later(@Suspended AsyncResponse response) {
            server.threads.execute(() -> {
                server.waitAtGate();
                response.resume("later");
            });
        }

        @GET
        @Path("boom")
        public String boom() {
            throw new IllegalStateException("boom");
        }

        @GET
        @Path("behind")
        public String behind() {
            Decision decision = server.guard.limiter("behind").tryAcquire(Key.of("user:110"));
            if (decision instanceof Decision.Denied denied) {
                throw new RateLimitExceededException(denied);
            }
            return "let in";
        }
    }
}
