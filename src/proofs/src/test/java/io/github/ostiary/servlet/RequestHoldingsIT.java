package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.WorkServlet;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However a request ends, its only permit comes back, long before its lease has ended. */
class RequestHoldingsIT {

    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final List<String> ENDINGS = List.of(
            "return",
            "throw",
            "throw-error",
            "send-error",
            "redirect",
            "flush",
            "close",
            "complete",
            "complete-at-once",
            "dispatch",
            "dispatch-throw",
            "start-throw",
            "time-out",
            "again");

    private static String rules(String position) {
        return Stream.concat(ENDINGS.stream(), Stream.of("abort", "refused"))
                        .map(name -> "concurrency." + name + ".path=/work/" + name + "\nconcurrency." + name
                                + ".permits=1\nconcurrency." + name + ".lease=" + lease(name) + "\nconcurrency." + name
                                + ".key=global\nconcurrency." + name + ".position=" + position + "\n")
                        .collect(Collectors.joining())
                + """
                limit.refused.path=/work/refused
                limit.refused.rate=1/1h
                limit.refused.position=last
                """;
    }

    /** Whose time is up may work on: the permit is his until the lease ends. */
    private static String lease(String ending) {
        return ending.equals("time-out") ? "1s" : "10m";
    }

    private static Path war(String name, String webXml, String position) {
        return Wars.base("closing-" + name)
                .allJar()
                .classes(WorkServlet.class)
                .webXml(webXml)
                .properties(rules(position))
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void permitsComeBack(ServerKind kind) throws Exception {
        String prefix = kind.name().toLowerCase() + "-";
        List<Path> wars = List.of(
                war(prefix + "automatic", "", "first"),
                war(prefix + "last", "", "last"),
                war(prefix + "declared", Wars.FILTER, "first"),
                war(
                        prefix + "request-only",
                        Wars.FILTER.replaceAll("<dispatcher>(?!REQUEST).*</dispatcher>", ""),
                        "first"));
        try (ServerUnderTest server = ServerUnderTest.start(kind, wars, Map.of(), Map.of())) {
            var unused = Crowd.of(wars.size(), i -> () -> everyEnding(server, wars.get(i)));
            for (int i = 0; i < 3; i++) {
                URI denied = server.uri(wars.get(0)).resolve("work/refused");
                assertThat(Browser.get(denied, "Accept", "application/json").body())
                        .as("what the limit behind refuses holds nothing")
                        .contains(i == 0 ? "done" : "quota-exceeded");
            }
        }
    }

    private static boolean everyEnding(ServerUnderTest server, Path war) {
        for (String ending : ENDINGS) {
            endsAndComesBack(server.uri(war).resolve("work/" + ending));
        }
        abort(server, "/" + war.getFileName() + "/work/abort");
        return true;
    }

    private static void endsAndComesBack(URI uri) {
        int first = status(uri);
        assertThat(first).as(uri.toString()).isNotEqualTo(429);
        Await.until(() -> status(uri) == first, BOUND);
    }

    /** Zero if the server hangs up, as Tomcat does where something escapes from an asynchronous request. */
    private static int status(URI uri) {
        try {
            return RawHttp.get(uri.getPort(), uri.getPath());
        } catch (AssertionError e) {
            return 0;
        }
    }

    private static void abort(ServerUnderTest server, String path) {
        for (int i = 0; i < 3; i++) {
            Await.until(
                    () -> {
                        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                            socket.setSoTimeout(5_000);
                            socket.getOutputStream()
                                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                                            .getBytes(StandardCharsets.ISO_8859_1));
                            byte[] begin = socket.getInputStream().readNBytes(12);
                            return new String(begin, StandardCharsets.ISO_8859_1).endsWith("200");
                        }
                    },
                    BOUND);
        }
    }
}
