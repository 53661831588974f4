package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.PaidServlet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Costs that are known when the request has ended, on every server: what WatchedResponse, HeldRequest, CountedOutput,
 * CountedWriter, CountedInput, CountedReader and BodyBytes count, and LateAttributes keep.
 */
@ParameterizedClass
@EnumSource
class LaterCostIT {

    private static final Duration BOUND = Duration.ofSeconds(15);
    private static final Pattern LEFT = Pattern.compile("r=(\\d+)");
    private static final long LIMIT = 900_000;
    private static final long RESERVED = 100;

    private static ServerUnderTest server;
    private static Path war;

    @Parameter
    ServerKind kind;

    private static String rules() {
        return Stream.of(
                        Stream.of("header", "silent", "twice", "committed", "throw")
                                .map(name -> rule(name, "response:header:X-Used")),
                        Stream.of("forward", "streamed", "async", "dispatched")
                                .map(name -> rule(name, "attribute:used")),
                        Stream.of("stream", "head", "writer", "reset", "error", "timeout", "abort")
                                .map(name -> rule(name, "response:bytes")),
                        Stream.of("body", "lines", "form", "parts", "field", "left")
                                .map(name -> rule(name, "request:bytes")))
                .flatMap(all -> all)
                .collect(Collectors.joining());
    }

    private static String rule(String name, String cost) {
        String paths = name.equals("forward") ? "/paid/forward, /paid/forwarded" : "/paid/" + name;
        return """
                limit.%1$s.path=%2$s
                limit.%1$s.rate=%3$d/1h
                limit.%1$s.key=global
                limit.%1$s.cost=%4$s
                limit.%1$s.reserve=%5$d
                """
                .formatted(name, paths, LIMIT, cost, RESERVED);
    }

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) {
        war = Wars.base("later-cost-" + kind.name().toLowerCase())
                .allJar()
                .classes(PaidServlet.class)
                .properties(rules())
                .build();
        server = ServerUnderTest.start(kind, List.of(war), Map.of(), Map.of());
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (server != null) { // it may not have started
            server.close();
            server = null;
        }
    }

    private static URI uri(String name) {
        return server.uri(war).resolve("paid/" + name);
    }

    private static long left(HttpResponse<?> answer) {
        Matcher figure = LEFT.matcher(answer.headers().firstValue("RateLimit").orElse(""));
        assertThat(figure.find()).as(answer.headers().toString()).isTrue();
        return Long.parseLong(figure.group(1));
    }

    /** The cost of all calls before this one, which has only reserved. */
    private static long used(HttpResponse<?> answer) {
        return LIMIT - RESERVED - left(answer);
    }

    private static void costs(String name, long cost, HttpResponse<?> first, Supplier<HttpResponse<?>> again) {
        long before = used(first);
        Await.until(() -> used(again.get()) - before >= 0, BOUND);
        long after = used(again.get());
        long more = used(again.get()) - after;
        assertThat(more).as("%s, each call", name).isEqualTo(cost);
    }

    @ParameterizedTest
    @CsvSource({
        "header,30",
        "silent,100",
        "twice,100",
        "committed,100",
        "throw,100",
        "forward,30",
        "streamed,30",
        "stream,5000",
        "writer,11",
        "reset,7",
        "error,0"
    })
    void eachCallCostsWhatItsAnswerSays(String name, long cost) {
        costs(name, cost, Browser.get(uri(name)), () -> Browser.get(uri(name), "X-Used", "0", "used", "0"));
    }

    @ParameterizedTest
    @CsvSource({"async", "dispatched"})
    void asynchronousCallsEndWithTheirWork(String name) {
        long before = used(Browser.get(uri(name)));
        Await.until(() -> used(Browser.get(uri(name))) > before, BOUND);
        long calls = (used(Browser.get(uri(name))) - before);
        assertThat(calls % 30)
                .as("30 each, or 100 while one has not ended yet: " + calls)
                .isIn(0L, 10L);
    }

    @Test
    void aHeadCostsWhatWasReserved() {
        URI head = uri("head");
        costs("head", RESERVED, head(head), () -> head(head));
    }

    private static HttpResponse<?> head(URI uri) {
        return Browser.sendUnread("HEAD", uri, BodyPublishers.noBody());
    }

    @ParameterizedTest
    @CsvSource({"body,700", "lines,702", "form,14"})
    void whatIsSentCosts(String name, long cost) {
        byte[] sent = name.equals("form")
                ? "name=value&a=b".getBytes(StandardCharsets.US_ASCII)
                : ("x".repeat((int) cost - (name.equals("lines") ? 2 : 0)) + (name.equals("lines") ? "\u00e4" : ""))
                        .getBytes(StandardCharsets.UTF_8);
        String type = name.equals("form") ? "application/x-www-form-urlencoded" : "text/plain;charset=UTF-8";
        costs(
                name,
                cost,
                post(name, BodyPublishers.ofByteArray(sent), type),
                () -> post(name, BodyPublishers.ofByteArray(sent), type));
    }

    @Test
    void aBodyOfUnknownLengthCostsWhatIsRead() {
        costs("body", 3_000, post("body", chunked(), "text/plain"), () -> post("body", chunked(), "text/plain"));
    }

    /** Fields and parts that the container reads for the application, of a body without length; and one that nobody reads. */
    @ParameterizedTest
    @CsvSource({"form,3006", "parts,3010", "field,3010", "left,100"})
    void aBodyOfUnknownLengthIsNeverFree(String name, long cost) {
        String text = "x".repeat(3_000);
        boolean parts = name.equals("parts") || name.equals("field");
        String sent = parts
                ? "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na\r\n"
                        + "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n" + text
                        + "\r\n--B--\r\n"
                : "name=" + text;
        String type = parts ? "multipart/form-data; boundary=B" : "application/x-www-form-urlencoded";
        Supplier<HttpResponse<?>> post = () -> post(name, unannounced(sent), type);
        costs(name, cost, post.get(), post);
    }

    private static BodyPublisher unannounced(String sent) {
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(sent.getBytes(StandardCharsets.US_ASCII)));
    }

    private static BodyPublisher chunked() {
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[3_000]));
    }

    private static HttpResponse<?> post(String name, BodyPublisher body, String type) {
        return Browser.sendUnread("POST", uri(name), body, "Content-Type", type);
    }

    /** The server's time is up, and the application says nothing any more. */
    @Test
    void whatHadLeftWhenTheTimeWasUpCosts() {
        Await.until(() -> begun("timeout", 1) >= 1_000, BOUND);
    }

    /** A caller who reads the beginning and hangs up, and one who reads nothing at all. */
    @Test
    void whoHangsUpPaysForWhatWasWritten() throws IOException {
        long first = begun("abort", 100_000);
        assertThat(first).isLessThan(LIMIT);
        Await.until(() -> begun("abort", 1) > 90_000, BOUND);
    }

    /** Reads that much of an answer, and hangs up; says what had been used before, which is all where it is denied. */
    private static long begun(String name, int read) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream()
                    .write(("GET " + uri(name).getPath() + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            StringBuilder head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) {
                head.append((char) socket.getInputStream().read());
            }
            socket.getInputStream().readNBytes(read);
            Matcher figure = LEFT.matcher(head);
            return figure.find() ? LIMIT - RESERVED - Long.parseLong(figure.group(1)) : LIMIT;
        }
    }
}
