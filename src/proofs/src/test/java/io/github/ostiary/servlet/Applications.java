package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The WARs of these tests, deployed once on each server for all of them. */
final class Applications {

    /** What every rule permits in an hour. */
    static final int PERMITS = 3;

    private static final Map<ServerKind, Applications> DEPLOYED = new EnumMap<>(ServerKind.class);

    private final Map<String, Path> wars;
    private final ServerUnderTest server;

    private Applications(ServerKind kind) {
        String prefix = kind.name().toLowerCase();
        wars = Map.ofEntries(
                Map.entry("web.xml", Wars.webXml(prefix)),
                Map.entry("@WebFilter", Wars.webFilter(prefix)),
                Map.entry("automatic", Wars.automatic(prefix)),
                Map.entry("combined", Wars.combined(prefix)),
                Map.entry("inert", Wars.inert(prefix)),
                Map.entry("last", Wars.last(prefix)),
                Map.entry("init-params", Wars.initParams(prefix)),
                Map.entry("handler", Wars.handler(prefix)),
                Map.entry("off", Wars.with(prefix + "-off", "enabled=false\n")),
                Map.entry("classic", Wars.with(prefix + "-classic", "headers=x-ratelimit\ndeniedPage=/refused.html\n")),
                Map.entry("silent", Wars.with(prefix + "-silent", "headers=none\ndeniedPage=/denied\n")),
                Map.entry("pageless", Wars.with(prefix + "-pageless", "deniedPage=/no-such-page\n")));
        server = ServerUnderTest.start(kind, List.copyOf(wars.values()), Map.of(), Map.of());
    }

    static synchronized Applications on(ServerKind kind) {
        return DEPLOYED.computeIfAbsent(kind, Applications::new);
    }

    int port() {
        return server.port();
    }

    /** All their server wrote so far. */
    String log() {
        return server.log();
    }

    String context(String war) {
        return "/" + wars.get(war).getFileName();
    }

    URI uri(String war, String path) {
        return server.uri(wars.get(war)).resolve(path);
    }

    HttpResponse<String> get(String war, String path, String... headers) {
        return Browser.get(uri(war, path), headers);
    }

    void spend(String war, String path) {
        for (int i = 0; i < PERMITS; i++) {
            assertThat(get(war, path).statusCode()).as("%s %s", war, path).isEqualTo(200);
        }
    }

    static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("no " + name);
    }
}
