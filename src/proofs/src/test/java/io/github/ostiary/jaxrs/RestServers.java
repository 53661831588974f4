package io.github.ostiary.jaxrs;

import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** Servers with the same applications of JAX-RS, each started once for all tests of a class. */
final class RestServers {

    private final Map<ServerKind, ServerUnderTest> running = new EnumMap<>(ServerKind.class);
    private final Function<ServerKind, Path[]> wars;

    /** Each WAR is named {@link #name}. */
    RestServers(Function<ServerKind, Path[]> wars) {
        this.wars = wars;
    }

    static String name(String war, ServerKind kind) {
        return "rest-" + war + "-" + kind.name().toLowerCase();
    }

    synchronized ServerUnderTest on(ServerKind kind) {
        return running.computeIfAbsent(kind, any -> ServerUnderTest.start(kind, wars.apply(kind)));
    }

    /** What is mounted at {@code /rest} in a WAR. */
    URI uri(ServerKind kind, String war, String path) {
        return URI.create("http://127.0.0.1:" + on(kind).port() + "/" + name(war, kind) + "/rest/" + path);
    }
}
