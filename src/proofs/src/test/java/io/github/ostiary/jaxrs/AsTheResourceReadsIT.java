package io.github.ostiary.jaxrs;

import io.github.ostiary.testing.GeneratedRequests;
import io.github.ostiary.testing.Readings;
import io.github.ostiary.testing.RestKind;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.rest.ReadingApplication;
import io.github.ostiary.testing.rest.ReadingResource;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Generated queries, forms, headers, cookies and paths: what a resource of JAX-RS on servlets finds by any of its ways is what the
 * rule counts, or the request is denied. {@code -Dreadings.seed=N} tries other ones, {@code -Dreadings.count=N} more.
 */
@ParameterizedClass
@EnumSource
class AsTheResourceReadsIT {

    private static final long SEED = Long.getLong("readings.seed", 41);
    private static final int COUNT = Integer.getInteger("readings.count", 400);
    private static final String RULES =
            """
            limit.param.path=/rest/read, /rest/field
            limit.param.rate=1000000/1h
            limit.param.key=param:u
            limit.param.perIp=none
            limit.cookie.path=/rest/read, /rest/field
            limit.cookie.rate=1000000/1h
            limit.cookie.key=cookie:c | ip
            limit.cookie.perIp=none
            limit.path.path=/rest/a/*/b
            limit.path.rate=1000000/1h
            limit.path.key=ip
            """;

    private static ServerUnderTest server;

    @Parameter
    ServerKind kind;

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) {
        server = ServerUnderTest.start(
                kind, Stream.of(RestKind.values()).map(rest -> war(rest, kind)).toArray(Path[]::new));
    }

    private static Path war(RestKind rest, ServerKind kind) {
        return WarBuilder.war(RestServers.name("readings-" + rest.label(), kind))
                .thinJarWithoutJedis()
                .jaxrs(rest, ReadingApplication.class)
                .classes(ReadingResource.class, ReadingApplication.class, Readings.class)
                .properties(RULES)
                .build();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (server != null) { // it may not have started
            server.close();
            server = null;
        }
    }

    private String in(RestKind rest, String path) {
        return "/" + RestServers.name("readings-" + rest.label(), kind) + "/rest" + path;
    }

    @ParameterizedTest
    @EnumSource
    void parametersCookiesAndHeaders(RestKind rest) {
        GeneratedRequests.of(SEED).readsAsTheRule(server.port(), in(rest, "/read"), COUNT);
        GeneratedRequests.of(SEED + 1).readsAsTheRule(server.port(), in(rest, "/field"), COUNT);
    }

    @ParameterizedTest
    @EnumSource
    void paths(RestKind rest) {
        GeneratedRequests.of(SEED).findsAsTheRule(server.port(), in(rest, ""), COUNT);
    }
}
